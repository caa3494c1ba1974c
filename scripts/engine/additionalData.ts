import type { ICredentialsHelper, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { coreModule } from './n8n.ts';

const nowhere = 'http://127.0.0.1/';

const absent = (what: string) => () => Promise.reject(new Error(`${what} is not part of this engine`));

/** What n8n's server hands to the engine. Sub-workflows, code runners and public addresses need that server. */
export function additionalData(credentialsHelper: ICredentialsHelper): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		externalSecretsProxy: new coreModule.ExternalSecretsProxy(),
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: nowhere,
		instanceBaseUrl: nowhere,
		formBaseUrl: nowhere,
		formWaitingBaseUrl: nowhere,
		formTestBaseUrl: nowhere,
		webhookBaseUrl: nowhere,
		webhookWaitingBaseUrl: nowhere,
		webhookTestBaseUrl: nowhere,
		mcpBaseUrl: nowhere,
		mcpTestBaseUrl: nowhere,
		executeWorkflow: absent('A sub-workflow'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: absent('The task runner'),
		logAiEvent: () => undefined,
	};
}
