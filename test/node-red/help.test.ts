import { forms, help, type Form } from '../../packages/node-red/form.ts';
import { ANY_EVENT } from '../../src/triggers/items/catalogue.ts';

const offeredBy = ({ rows }: Form) => rows.find(({ name }) => name === 'events')?.choices?.filter(({ value }) => value !== ANY_EVENT) ?? [];

test.each([
	['event', forms.event, help['meeting-assistant-event']],
	['poll', forms.poll, help['meeting-assistant-poll']],
])('the help of the %s node names its events as its form does', (_, form, text) => {
	expect(offeredBy(form).length).toBeGreaterThan(3);
	for (const { value, label, help: about } of offeredBy(form)) {
		for (const part of [value, label, about]) expect(text).toContain(part);
	}
});
