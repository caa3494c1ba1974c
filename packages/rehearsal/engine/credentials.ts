import type {
	ICredentialsExpressionResolveValues,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { workflowModule } from './n8nModules.ts';
import type { Packages } from './packages.ts';

/** The fields of credentials, by the name that nodes in a workflow refer to. */
export type Credentials = Readonly<Record<string, INodeParameters>>;

function findType(packages: Packages, name: string): ICredentialType {
	const loader = [...packages.values()].find(({ known }) => name in known.credentials);
	if (!loader) throw new Error(`Unknown credential type ${name}: no loaded package provides it`);
	return loader.getCredential(name).type;
}

/** The fields as n8n stores them: with defaults, without fields hidden in the form. */
const storedFields = ({ properties }: ICredentialType, filledIn: INodeParameters): INodeParameters =>
	workflowModule.NodeHelpers.getNodeParameters(properties, filledIn, true, false, null, null) ?? {};

/** As a node that runs gets them: an expression may refer to other fields with `$self`. */
const evaluated = (fields: INodeParameters, { workflow, node }: ICredentialsExpressionResolveValues, mode: WorkflowExecuteMode) =>
	workflow.expression.getComplexParameterValue(node, fields, mode, {}, undefined, undefined, fields);

/** Stands for something that only n8n's server provides. */
export const absent = (what: string) => () => Promise.reject(new Error(`${what} is not available in this engine`));

/** Replaces n8n's encrypted store with plain data by name. Refreshes and saves nothing. */
export function credentialsHelper(packages: Packages, credentials: Credentials): ICredentialsHelper {
	return {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: (name) => findType(packages, name).properties,
		async getDecrypted(_additionalData, { name }, typeName, mode, _data, _raw, running) {
			const filledIn = credentials[name];
			if (!filledIn) throw new Error(`The workflow uses a credential named "${name}", which was not provided`);
			const fields = storedFields(findType(packages, typeName), filledIn);
			return JSON.parse(JSON.stringify(running ? evaluated(fields, running, mode) : fields));
		},
		async authenticate(secrets, typeName, request: IHttpRequestOptions) {
			const type = findType(packages, typeName);
			if (typeof type.authenticate !== 'function') throw new Error(`The engine does not evaluate how ${typeName} authenticates`);
			return await type.authenticate(secrets, request);
		},
		preAuthentication: async () => undefined,
		runPreAuthentication: async () => undefined,
		getCredentials: absent('The credential store'),
		updateCredentials: absent('Writing credentials'),
		updateCredentialsOauthTokenData: absent('OAuth'),
	};
}
