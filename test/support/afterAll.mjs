import { rmSync } from 'node:fs';

export default () => rmSync(process.env.JEST_RUN_FOLDER, { recursive: true, force: true });
