import type { Plugin } from 'rollup';

export declare const thirdPartyNotices: (fileName: string) => Plugin;
