import { sha256 as hashed } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The SHA-256 of a text in hex, for keys that stand for it. Web Crypto has it only as a promise. */
export const sha256 = (text: string): string => bytesToHex(hashed(utf8ToBytes(text)));
