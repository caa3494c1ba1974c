import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	Workflow,
} from 'n8n-workflow';
import { workflowModule } from './n8nModules.ts';
import type { Packages } from './packages.ts';

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

/** What a user filled in, by the credential name that the workflow's nodes refer to. */
export type Credentials = Readonly<Record<string, INodeParameters>>;

function findType(packages: Packages, name: string): ICredentialType {
	const loader = [...packages.values()].find(({ known }) => name in known.credentials);
	if (!loader) throw new Error(`No loaded package has the credential type ${name}`);
	return loader.getCredential(name).type;
}

/** As n8n stores it: with the defaults of what was not filled in, without fields that the form does not show. */
function complete(type: ICredentialType, filledIn: INodeParameters): ICredentialDataDecryptedObject {
	const parameters = workflowModule.NodeHelpers.getNodeParameters(type.properties, filledIn, true, false, null, null);
	return JSON.parse(JSON.stringify(parameters));
}

const absent = (what: string) => () => Promise.reject(new Error(`${what} is not part of this engine`));

/** In the place of n8n's encrypted store: plain data by name. Nothing is refreshed, nothing is written back. */
export function credentialsHelper(packages: Packages, credentials: Credentials): ICredentialsHelper {
	return {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: (name) => findType(packages, name).properties,
		async getDecrypted(_additionalData, { name }, typeName) {
			const filledIn = credentials[name];
			if (!filledIn) throw new Error(`No credential named "${name}" was given to the workflow`);
			return complete(findType(packages, typeName), filledIn);
		},
		async authenticate(secrets, typeName, request: IHttpRequestOptions, workflow?: Workflow, node?: INode) {
			return await authenticate(findType(packages, typeName), secrets, request, workflow, node);
		},
		preAuthentication: async () => undefined,
		runPreAuthentication: async () => undefined,
		getCredentials: absent('The credential store'),
		updateCredentials: absent('Writing credentials'),
		updateCredentialsOauthTokenData: absent('OAuth'),
	};
}
