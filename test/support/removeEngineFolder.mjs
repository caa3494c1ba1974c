import { rmSync } from 'node:fs';

export default () => rmSync(process.env.N8N_USER_FOLDER, { recursive: true, force: true });
