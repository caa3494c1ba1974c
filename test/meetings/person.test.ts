import { personMatcher } from '../../src/meetings/index.ts';

const KIM = { email: 'kim@harbourmaster.example', name: 'Kim Master' };
const PRIYA = { email: 'priya@harbour.example', name: 'Priya Shah' };
const SUB = { email: 'ann@sales.harbour.example', name: null };
const JEAN = { email: 'jean.moreau@orange.fr', name: null };
const TOM = { email: 'tom@fairwayrentals.example', name: 'Tom Low' };
const NAMED = { email: null, name: 'Ann Lee' };

test.each([
	['harbour.example', [PRIYA, SUB]],
	['www.harbour.example', [PRIYA, SUB]],
	['https://harbour.example/about', [PRIYA, SUB]],
	['@harbour.example', [PRIYA]],
	['harb.example', []],
	['moreau.fr', []],
	['jean.moreau', [JEAN]],
	['orange.fr', [JEAN]],
	['ann.lee', [NAMED]],
	['Moreau', [JEAN]],
	['Ann', [SUB, NAMED]],
	['An', []],
	['Kim M.', [KIM]],
	['Kim Mast', []],
	['Kimberly Master', []],
	['Fairway Rentals', [TOM]],
	['Rentals', []],
	['Fairway Tools', []],
])('a participant “%s” is somebody of this name or company, and nobody else', (given, found) => {
	expect([KIM, PRIYA, SUB, JEAN, TOM, NAMED].filter(personMatcher(given))).toEqual(found);
});
