import { writeFileSync } from 'node:fs';
import { MEETING } from '../demo/arguments.ts';
import { demo } from '../demo/demo.ts';
import { readMeetingFile } from '../demo/meetingFile.ts';
import { report } from '../demo/report.ts';
import { terminalSvg } from './terminalSvg.ts';

/** Runs the demo and draws its report, for the README. */
const result = await demo(await readMeetingFile(MEETING), { onStep: () => {} });
const path = new URL('../../docs/images/demo.svg', import.meta.url);
writeFileSync(path, terminalSvg(`$ npm run demo\n${report(result, { colors: true, width: 100 })}`));
