import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	Workflow,
} from 'n8n-workflow';
import { authenticate } from './authenticate.ts';
import { workflowModule } from './n8n.ts';
import type { Packages } from './nodeTypes.ts';

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
