import { writeFileSync } from 'node:fs';
import { demo } from '../demo/demo.ts';
import { MEETING } from '../demo/arguments.ts';
import { readMeeting } from '../demo/meeting.ts';
import { report } from '../demo/report.ts';
import { terminalSvg } from './terminalSvg.ts';

/** Runs the demo and draws what it shows: the picture in the README. */
const shown = await demo(await readMeeting(MEETING), () => {});
const path = new URL('../../docs/images/demo.svg', import.meta.url);
writeFileSync(path, terminalSvg(`$ npm run demo\n${report(shown, { colours: true, width: 100 })}`));
