/** How people and programs write the same names. Each style has a name for every speaker, however many there are. */
const people = ['Mara Holt', 'Jon Pike', 'Ada Quill', 'Ben Brook', 'Ivo Lind', 'Nora Sand', 'Uli Kern', 'Tess Moor'];
const scripts = ['Ольга Петрова', 'محمد علي', '张三', '田中 太郎', 'Γιώργος Παππάς', '김민수', 'प्रिया शर्मा', 'דנה לוי'];
const emoji = ['🦊', '🎧', '🌱', '🚲', '🍀', '🛰️', '🎹', '🧭'];

const personAt = (index: number): readonly [first: string, last: string] => {
	const [first = '', last = ''] = (people[index % people.length] ?? '').split(' ');
	return index < people.length ? [first, last] : [first, `${last}${Math.floor(index / people.length)}`];
};
const numbered = (list: readonly string[], index: number): string => `${list[index % list.length]}${index < list.length ? '' : ` ${Math.floor(index / list.length)}`}`;

const styles = {
	'First Last': (index) => personAt(index).join(' '),
	'small letters': (index) => personAt(index).join(' ').toLowerCase(),
	'one small word': (index) => personAt(index)[index % 2]!.toLowerCase() + (index < people.length ? '' : index),
	'Last, First': (index) => personAt(index).toReversed().join(', '),
	'Last, First (Ext)': (index) => `${personAt(index).toReversed().join(', ')} (Ext)`,
	'Name | Company': (index) => `${personAt(index).join(' ')} | Northwind | Sales`,
	'name@address': (index) => `${personAt(index).join('.').toLowerCase()}@example.com`,
	'phone number': (index) => `+1 555-01${String(index).padStart(2, '0')}`,
	emoji: (index) => numbered(emoji, index),
	'name with emoji': (index) => `${numbered(emoji, index)} ${personAt(index)[0].toLowerCase()}`,
	'other scripts': (index) => numbered(scripts, index),
	'title and pronouns': (index) => `Dr. ${personAt(index).join(' ')} (she/her), Head of Sales and Service`,
	device: (index) => `${personAt(index)[0]}’s iPad`,
	recognizer: (index) => `SPEAKER_${String(index).padStart(2, '0')}`,
	'“nickname”': (index) => `${personAt(index)[0]} “${personAt(index)[0].slice(0, 2)}” ${personAt(index)[1]}`,
} as const satisfies Readonly<Record<string, (index: number) => string>>;

/** The styles, and one in which everybody has a different one. */
export const nameStyles: Readonly<Record<string, (index: number) => string>> = {
	...styles,
	'all of them': (index) => Object.values(styles)[(index * 4 + 1) % Object.keys(styles).length]!(index),
};
