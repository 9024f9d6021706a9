import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 43; // 62^43 > 2^256
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32
const PATTERN = new RegExp(`^(pk_(?:live|test)_)([0-9A-Za-z]{${BODY_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** `pk_live_` + 32 random bytes in base62 + a checksum that tells a mistyped key without asking the database. */
export function newKeyText(kind: 'live' | 'test' = 'live'): string {
  const start = `pk_${kind}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), BODY_LENGTH)}`;
  return start + checksum(start);
}

export function isWellFormed(key: string): boolean {
  const match = PATTERN.exec(key);
  return match !== null && checksum(match[1]! + match[2]!) === match[3];
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)]! + text;
  return text;
}
