/** An answer that is JSON already: it is sent as it is. */
export class JsonText {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

export const jsonOf = (answer: unknown): string => (answer instanceof JsonText ? answer.text : JSON.stringify(answer));
