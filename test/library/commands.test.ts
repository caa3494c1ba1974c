import { readFileSync } from 'node:fs';
import { commands, optionName } from '../../packages/client/cli/commands.ts';
import { general } from '../../packages/client/cli/help.ts';
import { SKILL } from '../../scripts/docs/skill.ts';

test('an option of a command is never one of all commands', () => {
	const taken = commands.flatMap((command) => Object.entries(command.fields).map(([input, field]) => [command.words, optionName(input, field)]));
	expect(taken.length).toBeGreaterThan(50);
	expect(taken.filter(([, name = '']) => name in general)).toEqual([]);
});

test('the skill has the front matter that agents look for, and names every command', () => {
	const skill = readFileSync(SKILL, 'utf8');
	const [, name = '', description = ''] = /^---\nname: (.+)\ndescription: (.+)\n/.exec(skill) ?? [];
	expect(SKILL.split('/').at(-2)).toBe(name);
	expect(description.length).toBeLessThanOrEqual(1024);
	expect(skill.split('\n').length).toBeLessThan(500);
	for (const { words } of commands) expect(skill).toContain(`\`${words}`);
});
