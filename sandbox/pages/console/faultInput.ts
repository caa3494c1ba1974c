import { Rule, type NewRule } from '../../faults/rule.ts';
import { check } from '../../options.ts';

/** The rule that a filled-in form means. @throws SandboxError `input` */
export function faultInput(fields: Readonly<Record<string, string>>): NewRule {
	const { kind, endpoint = '', percent, count, seed, location } = fields;
	const [method, path] = endpoint === '' ? [] : endpoint.split(' ');
	const all = {
		retryAfterSeconds: number(fields['retryAfterSeconds']),
		delayMs: number(fields['delaySeconds'], 1000),
		skewMs: number(fields['skewSeconds'], 1000),
		location: location || undefined,
		afterProcessing: fields['afterProcessing'] === 'yes',
	};
	const known = Rule.options.find(({ shape }) => shape.kind.value === kind)?.shape ?? {};
	// A form sends every field, also those that style hides because they are of another kind.
	const own = Object.fromEntries(Object.entries(all).filter(([name, value]) => name in known && value !== undefined));
	return check(Rule, {
		...own,
		kind,
		method,
		path,
		share: number(percent, 0.01),
		count: number(count) ?? null,
		seed: number(seed),
	});
}

function number(text: string | undefined, factor = 1): number | undefined {
	if (text === undefined || text.trim() === '') return undefined;
	const value = Number(text) * factor;
	// 0.3 × 1000 is not a whole number in binary.
	return factor > 1 ? Math.round(value) : value;
}
