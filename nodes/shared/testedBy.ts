import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

/** How a node tests its credential. n8n asks any one of the nodes that use it. Its code is loaded when a test starts. */
export async function testAccount(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { testCredential } = await import('./credentialTest.ts');
	return await testCredential(this, credential);
}
