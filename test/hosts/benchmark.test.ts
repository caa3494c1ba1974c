import { createRunner, httpRequest, ourNode, startService } from '../../bench/nodes/oneNode.ts';

test('what the benchmark compares does the same work, and HTTP Request sends the key to the host of the credential only', async () => {
	const service = await startService();
	try {
		const run = await createRunner(service.baseUrl);
		await run(ourNode, 3);
		await run(httpRequest(service.baseUrl), 3);
		const elsewhere = service.baseUrl.replace('127.0.0.1', 'localhost');
		await expect(run(httpRequest(elsewhere), 1)).rejects.toMatchObject({ message: expect.stringMatching(/^Domain not allowed/) });
	} finally {
		service.stop();
	}
});
