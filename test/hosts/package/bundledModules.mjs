import { rollup } from 'rollup';
import config from '../../../rollup.config.mjs';

/** Prints the path of every module whose code is in the bundle, as JSON. Writes nothing, and leaves `dist` alone. */
const plugins = config.plugins.filter(({ name }) => name !== 'only-changes');
const bundle = await rollup({ ...config, plugins });
const { output } = await bundle.generate(config.output);
process.stdout.write(JSON.stringify(output.flatMap(({ modules = {} }) => Object.keys(modules))));
