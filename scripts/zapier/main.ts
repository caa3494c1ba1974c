import { installZapier, isInstalled, zapierFolder } from './install.ts';

if (!isInstalled()) await installZapier();
console.log(`Zapier’s platform is in ${zapierFolder()}`);
