/**
 * Sentences and labels for people, which are not mutated: an emptied sentence proves nothing about behavior, and test/words and the snapshots of the
 * forms check the texts. All other texts, such as kinds, names and keys, are mutated.
 */
const SENTENCE = /\p{L}[,;:.’”…)]* [“(–]?\p{L}/u;
const SHOWN = new Set(['label', 'description']);

const isShown = ({ parent, node }) => parent.type === 'ObjectProperty' && parent.value === node && SHOWN.has(parent.key.name);

const isSentence = ({ type, value, quasis = [], expressions = [] }) => {
	if (type === 'StringLiteral') return SENTENCE.test(value);
	// Any other expression in a sentence may decide something, so it is mutated along with the sentence.
	const isPlain = expressions.every((part) => part.type === 'Identifier' || part.type === 'MemberExpression');
	return type === 'TemplateLiteral' && isPlain && quasis.some((part) => SENTENCE.test(part.value.raw));
};

const shouldIgnore = (path) => ((path.isStringLiteral() && isShown(path)) || isSentence(path.node) ? 'words for people' : undefined);

export const strykerPlugins = [{ kind: 'Ignore', name: 'words', value: { shouldIgnore } }];
