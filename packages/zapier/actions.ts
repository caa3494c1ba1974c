import { sentence, sentences } from '../../src/forms/index.ts';
import { catalogue, onlyReads, returnsMany, sampleOf, wholeDescription } from '../../src/operations/index.ts';
import { LIMITS_PAGE } from '../../src/words/index.ts';
import { hasCredits, inputFields, keyOf, type Of } from './form.ts';
import { filesIn } from './hydrate.ts';
import { fieldsOf, type Sample } from './outputs.ts';
import { generatedResultOf, isNone, resultOf, together } from './run.ts';
import { filesOf, sampleFile, sampleSync, shownResult, type ShownDetail } from './shown.ts';
import { step, type Step } from './step.ts';
import { actionLabel, terms } from './terms.ts';

/** The detail whose files an action offers as well; null if none. */
const filesBy = ({ resource, operation }: Of): ShownDetail | null => (resource.id === 'keyPoints' ? 'keyPoints' : operation.id === 'getTranscript' ? 'transcript' : null);

async function withFiles(of: Of, given: Step, found: Promise<Sample | undefined>): Promise<Sample | undefined> {
	const [result, detail] = [await found, filesBy(of)];
	return result && detail ? { ...result, ...filesIn(given, detail) } : result;
}

/**
 * Finding nothing is not a failure of a Zap: Zapier asks its builder what should happen next. In a test, the advice is more
 * helpful.
 */
const perform = {
	search: (of: Of) => async (given: Step) => {
		const found = await withFiles(of, given, resultOf(of, given)).catch((error: unknown) => {
			if (given.meta.isLoadingSample || !isNone(error)) throw error;
			return undefined;
		});
		return found && hasCredits(of, given, found['creditsLeft']) ? [found] : [];
	},
	create: (of: Of) => async (given: Step) => (await withFiles(of, given, (of.operation.endpoint?.saved ? generatedResultOf : resultOf)(of, given))) ?? together([]),
};

/** Reading becomes a search; anything that changes or costs something becomes a create. */
const kindOf = ({ operation }: Of): keyof typeof perform => (onlyReads(operation) ? 'search' : 'create');

/** Zapier cuts a description after this many characters. */
const SHORT = 140;

/**
 * A description in two parts: what the step does, in the third person as Zapier asks, and anything else to know, which is
 * shown in the form.
 */
function described({ operation }: Of): { readonly short: string; readonly about: string } {
	const whole = wholeDescription(operation, terms);
	const first = whole.search(/\.(?= |$)/);
	const end = first <= SHORT ? first : whole.search(/[.:](?= )/);
	const short = sentence(whole.slice(0, end))
		.replace(/^Get /, onlyReads(operation) ? 'Find ' : 'Get ')
		.replace(/^(Permanently )?(\w+)/, (_, how: string = '', verb: string) => `${how}${verb === 'Have' ? 'Has' : `${verb}s`}`)
		.replace(', or have ', ', or has ')
		.replace(' and get ', ' and gets ');
	const rest = `${whole[end] === ':' ? 'Includes ' : ''}${whole.slice(end + 1).trim()}`;
	return { short, about: sentences(terms, rest, `What it uses of your plan: \`${LIMITS_PAGE}\``) };
}

/**
 * Hides steps from new Zaps: Zapier advises against deleting, and its reviewers require a live Zap for every visible step. Existing Zaps keep
 * these steps.
 */
const isHidden = ({ resource, operation }: Of): boolean => resource.id === 'webhook' || operation.id === 'delete';

function sampleFor(of: Of): Sample {
	const { operation } = of;
	const one = sampleOf(operation.output);
	if (operation.id === 'sync') return sampleSync(one);
	const shown = shownResult(of, one);
	const detail = filesBy(of);
	const whole = returnsMany(operation, { valueOf: () => undefined }) ? together([shown]) : shown;
	return { ...whole, ...(detail && filesOf(detail, sampleFile)) };
}

function rendered(of: Action) {
	const { resource, operation, kind } = of;
	const { short: description, about } = described(of);
	const whole = sampleFor(of);
	// Zapier wants nothing in the sample that a run may lack, such as the fields of another format.
	const { before: _before, raw: _raw, segments: _segments, ...sample } = whole;
	return {
		key: keyOf(resource, operation),
		noun: resource.name,
		display: { label: actionLabel(operation), description, ...(isHidden(of) && { hidden: true }) },
		operation: {
			perform: step<unknown>(perform[kind](of), { operation }),
			inputFields: inputFields(of, about),
			sample,
			outputFields: fieldsOf(whole),
		},
	};
}

/** An operation of the catalogue, and what it is in Zapier. */
interface Action extends Of {
	readonly kind: keyof typeof perform;
}

export const actions: readonly Action[] = catalogue.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation, kind: kindOf({ resource, operation }) })));

const actionsOf = (kind: keyof typeof perform) =>
	Object.fromEntries(actions.filter((one) => one.kind === kind).map((one) => [keyOf(one.resource, one.operation), rendered(one)]));

export const searches = actionsOf('search');
export const creates = actionsOf('create');
