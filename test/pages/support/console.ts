import { request } from 'node:http';

/** The console of a sandbox as a program sees it: without a browser. */
export function consoleAt(url: string) {
	const read = async (query = '') => (await fetch(`${url}/${query}`)).text();
	const token = async () => /name="token" value="([^"]+)"/.exec(await read())?.[1] ?? '';
	return {
		read,
		token,
		/** The page that a successful form leads to. */
		after: (answer: Response) => read(answer.headers.get('Location')?.replace(/^\/|#.*$/g, '')),
		/** Sends a form as the page would. Returns the answer, redirects not followed. */
		send: async (action: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) => {
			const body = new URLSearchParams({ token: await token(), ...fields });
			return fetch(`${url}/console/${action}`, {
				method: 'POST',
				body,
				redirect: 'manual',
				headers: { Origin: url, ...headers },
			});
		},
	};
}

/** Status of a GET under another name than the one connected to, which `fetch` does not allow. */
export const statusAs = (url: string, host: string): Promise<number | undefined> =>
	new Promise((resolve, reject) => {
		request(url, { headers: { Host: host } }, (answer) => {
			answer.resume();
			resolve(answer.statusCode);
		})
			.on('error', reject)
			.end();
	});

/** The cells of each row of a list of the console, as text. */
export function rowsOf(html: string, list: string): string[][] {
	const part = html.slice(html.indexOf(`id="${list}"`)).split('</section>')[0] ?? '';
	const rows = part.match(/<tr role="row" id=[^]*?<\/tr>/g) ?? [];
	return rows.map((row) =>
		(row.match(/<td [^]*?<\/td>/g) ?? []).map((cell) =>
			cell
				.replace(/<[^>]*>/g, '')
				.replace(/\s+/g, ' ')
				.trim(),
		),
	);
}
