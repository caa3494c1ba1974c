/** Makes the icon of the MCP bundle, as PNG because hosts that install bundles accept nothing else. */
import { readFileSync } from 'node:fs';
import { launchChromium } from '../chromium.ts';

const SIZE = 512;
const PATH = 'packages/mcp/icon.png';

const svg = readFileSync(new URL('../../icons/meetingAssistant.svg', import.meta.url), 'utf8').replace(/width="\d+" height="\d+"/, `width="${SIZE}" height="${SIZE}"`);
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
await page.screenshot({ path: PATH, omitBackground: true });
await browser.close();
console.log(PATH);
