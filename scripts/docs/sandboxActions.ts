import { z } from 'zod/v4';
import { allControls } from '../../sandbox/control/index.ts';
import { table, withMarked } from './marked.ts';

const code = (text: string): string => `\`${text}\``;

/** The actions of the sandbox as commands, with what they do. */
const commands = (): string => table(['Command', 'What it does'], allControls.map(({ command, summary }) => [code(command), summary]));

/** The same as routes, with their inputs. */
const routes = (): string =>
	table(
		['Route', 'Command', 'Inputs'],
		allControls.map(({ method, path, words, input }) => [
			code(`${method} ${path}`),
			code(words.join(' ')),
			input instanceof z.ZodObject ? Object.keys(input.shape).map(code).join(', ') : 'see Faults',
		]),
	);

export const withActions = (readme: string): string => withMarked(withMarked(readme, 'actions', commands()), 'routes', routes());
