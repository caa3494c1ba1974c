import type { Plugin } from 'rollup';

export declare const inlining: () => Plugin[];
