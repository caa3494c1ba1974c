/** Said of lists that are simply empty on an account without the memory feature. */
export const NEEDS_MEMORY =
	'If you expected some: contacts need a Professional or Enterprise plan with the memory feature switched on.';
