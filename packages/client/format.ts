export * from '../../src/format/index.ts';
