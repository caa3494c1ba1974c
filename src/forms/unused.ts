import { refuseInput } from '../client/index.ts';
import { absent, alternatives, choiceBehind, type Field, type Fields, type Given, isBlank, isMeant, isShown } from './field.ts';
import { conditionsOf, type Reader } from './jsonSchema.ts';

/** Models fill in arguments that they do not need with the value that stands for none, and some hosts send it as text. */
const isAsIfAbsent = (value: unknown, field: Field): boolean =>
	isBlank(value) ||
	[false, {}, [], absent(field, true)].some((one) =>
		[JSON.stringify(one), String(one)].includes(typeof value === 'string' ? value.trim() : JSON.stringify(value)),
	);

function whyUnused(name: string, field: Field, all: Fields, valueOf: Given['valueOf'], as: Reader): string {
	const behind = choiceBehind(field, all);
	const choice = behind && all[behind.input];
	if (!behind || !choice) return `it is only used if ${conditionsOf(field, all, as).join(' and ')}`;
	if (isBlank(valueOf(behind.input, choice))) {
		const others = Object.entries(all).filter(([input, one]) => {
			const other = choiceBehind(one, all);
			return other?.input === behind.input && other.value !== behind.value && isMeant(one, valueOf(input, one));
		});
		return `it does not go with ${alternatives(others.map(([input, one]) => `“${as.nameOf(input, one)}”`))}. Choose one or the other`;
	}
	const [chosen, own] = [as.nameOf(behind.input, choice), as.nameOf(name, field)].map((one) => `“${one}”`);
	return `it says by itself what ${chosen} is, so leave out either ${chosen} or ${own}`;
}

/** An input that others rule out would be ignored, and the answer, and its cost, would not be what was asked for. @throws ClientError */
export function refuseUnused(all: Fields, { valueOf }: Pick<Given, 'valueOf'>, as: Reader): void {
	for (const [input, field] of Object.entries(all)) {
		if (isAsIfAbsent(valueOf(input, field), field) || isShown(field, all, { valueOf, isAgent: as.isAgent })) continue;
		refuseInput(input, whyUnused(input, field, all, valueOf, as));
	}
}
