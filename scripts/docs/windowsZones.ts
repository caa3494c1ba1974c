import { findIana, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { isTimeZone } from '../../src/format/index.ts';

/** The whole package has every country's cities; a calendar names the zone alone. */
export function windowsZones(): string {
	const names = [...new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName))].toSorted();
	const lines = names.flatMap((name) => {
		const zone = findIana(name).find(isTimeZone);
		return zone === undefined ? [] : [`\t'${name}': '${zone}',\n`];
	});
	return `// Generated from the package windows-iana (Unicode’s data) by \`npm run docs\`.\n\n/** The IANA name of each of Windows’ time zones. */\nexport const windowsZones: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`;
}
