import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

/**
 * Lints the sources, and the package as published, like n8n's scanner when a package is verified. Usage: node
 * scripts/package/scan.mjs <repository> <unpacked package>. Prints one result for each as JSON.
 */
const [source, published] = process.argv.slice(2);

const results = {
	source: await analyzePackage(source, SOURCE_FILE_PATTERNS),
	published: await analyzePackage(published, ['**/*.js', 'package.json']),
};
process.stdout.write(JSON.stringify(results));
