import { writeFileSync } from 'node:fs';
import { printError, printJson } from '../../packages/rehearsal/terminal.ts';
import { EXAMPLES_PAGE, examplesPage, rehearseExamples, withFigures } from './examples.ts';

// With --json, prints the results and leaves the page alone.
const examples = await rehearseExamples(printError);
const page = withFigures(examplesPage(), examples);
if (process.argv.includes('--json')) await printJson({ page, examples });
else writeFileSync(EXAMPLES_PAGE, page);
// Timers of n8n's engine would keep the process alive.
process.exit();
