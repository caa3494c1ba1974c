import { floorsFolder, installFloors, isInstalled } from './install.ts';

if (!isInstalled()) await installFloors();
console.log(`The lowest versions of Node and Node-RED are in ${floorsFolder()}`);
