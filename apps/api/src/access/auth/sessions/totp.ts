import { Secret, TOTP } from 'otpauth';

const STEP_S = 30;
const STEP_MS = STEP_S * 1_000;
/** RFC 4226 asks for as many bytes as the hash has. */
const SECRET_BYTES = 20;
/** Accepted steps before and after the current one: clocks differ, and typing takes time. */
const WINDOW = 1;

const totpOf = (secret: string, label = 'admin'): TOTP =>
  new TOTP({ issuer: 'Percept', label, secret: Secret.fromBase32(secret), digits: 6, period: STEP_S, algorithm: 'SHA1' });

/** 160 random bits as Base32, which people type into their app. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** `otpauth://totp/…`: the content of the QR code. */
export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The time step (RFC 6238) of a code; undefined for a wrong code. @param now ms since the epoch. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  // The library throws if the characters take more bytes than the digits.
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / STEP_MS) + delta;
}
