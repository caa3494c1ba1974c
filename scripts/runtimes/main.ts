import { installRuntimes, isInstalled, runtimesFolder } from './install.ts';

if (!isInstalled()) await installRuntimes();
console.log(`Bun, Deno, workerd and esbuild are in ${runtimesFolder()}`);
