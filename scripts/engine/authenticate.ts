import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	Workflow,
} from 'n8n-workflow';
import { workflowModule } from './n8n.ts';

/**
 * Adds to a request what the credential type's `authenticate` says. Expressions such as `=Bearer {{$credentials.apiKey}}`
 * are resolved by n8n's own expression engine. Of the generic form, headers and query are supported.
 */
export async function authenticate(
	type: ICredentialType,
	secrets: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
	workflow?: Workflow,
	node?: INode,
): Promise<IHttpRequestOptions> {
	if (typeof type.authenticate === 'function') return await type.authenticate(secrets, request);
	if (!type.authenticate || !workflow || !node) return request;
	const { expression } = workflow;
	const keys = { $credentials: secrets };
	const resolve = (text: string) =>
		workflowModule.isExpression(text)
			? String(expression.getSimpleParameterValue(node, text, 'internal', keys, undefined, ''))
			: text;
	const resolveAll = (block: object = {}) =>
		Object.fromEntries(Object.entries(block).map(([key, value]) => [resolve(key), resolve(String(value))]));
	const { headers, qs } = type.authenticate.properties;
	return {
		...request,
		headers: { ...request.headers, ...resolveAll(headers) },
		qs: { ...request.qs, ...resolveAll(qs) },
	};
}
