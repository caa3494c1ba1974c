import { errorsIn } from '../../test/ai/sentences.ts';

// How many one-line commitments the offline AI finds, and which traps it falls for: node bench/ai/sentences.ts
// Of the unseen ones it prints figures only, so that they stay unseen.
for (const file of ['tuned', 'unseen'] as const) {
	const { commitments, missed, traps, fallen } = await errorsIn(file);
	console.log(`${file}: ${commitments - missed.length} of ${commitments} commitments found; ${fallen.length} of ${traps} traps taken for one.`);
	if (file === 'tuned') console.log([...missed, ...fallen].join('\n'));
}
