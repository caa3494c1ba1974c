import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';

const encoding = new Tiktoken(o200k);

/** Tokens of a text, or of a value as JSON, in OpenAI's o200k_base. Counts of other models differ by a few percent. */
export const tokensOf = (value: unknown): number => encoding.encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
