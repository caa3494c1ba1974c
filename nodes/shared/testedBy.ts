import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

/** The test of the credential, by the name that nodes give it in `testedBy`. n8n asks whichever node it finds first. */
export const credentialTest = {
	async testAccount(this: ICredentialTestFunctions, credential: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
		const { testCredential } = await import('./credentialTest.ts');
		return await testCredential(this, credential);
	},
};
