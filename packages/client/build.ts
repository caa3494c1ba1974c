import { buildLibrary } from '../../scripts/package/library.ts';

buildLibrary(import.meta.dirname);
