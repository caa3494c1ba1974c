import { locator } from '../locator.ts';

export const contactId = locator({
	name: 'contactId',
	displayName: 'Contact',
	description: 'A person you have met. Get Many has the ID in the field “id”, action items in “contactId”.',
	searchListMethod: 'searchContacts',
	placeholder: 'e.g. contact_5Tz9',
});
