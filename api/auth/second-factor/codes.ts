import { Secret, TOTP } from 'otpauth';
import { thisMachine } from '#/ledger/machine.ts';

/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Many apps support no other period or length. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** A code is accepted also in this many periods before and after its own: clocks differ, and typing takes time (RFC 6238 §5.2). */
const WINDOW = 1;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Without letters and digits that look alike. A code has 49 random bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const totpOf = (secret: Secret, label = ''): TOTP =>
  new TOTP({
    issuer: 'Razão',
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret,
  });

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

export interface NewSecret {
  readonly bytes: Buffer;
  /** Base32, to type. */
  readonly text: string;
  /** `otpauth://…`, for a QR code. */
  readonly uri: string;
}

export const newSecret = (email: string): NewSecret => {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = totpOf(secret, email).toString();
  return { bytes: Buffer.from(secret.bytes), text: secret.base32, uri };
};

/** Returns the number of the period whose code this is; undefined if no period near this time has this code. */
export const periodOf = (secret: Buffer, code: string, nowMs: number): number | undefined => {
  const delta = totpOf(secretOf(secret)).validate({
    token: code,
    timestamp: nowMs,
    window: WINDOW,
  });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + delta;
};

/** Removes the blanks and dashes that people type, and makes capitals small. */
export const normaliseCode = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toLowerCase();

/** Whether a normalised code has the form of an app's code, not of a recovery code. */
export const isOfApp = (code: string): boolean => /^\d{6}$/.test(code);

/** Draws from 48 random bits, so that no letter is measurably likelier than another. */
const drawLetter = (): string =>
  ALPHABET.charAt(thisMachine.bytes(6).readUIntBE(0, 6) % ALPHABET.length);

const drawRecoveryCode = (): string => Array.from({ length: RECOVERY_LENGTH }, drawLetter).join('');

/** Codes for a person who lost the phone, in normalised form. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, drawRecoveryCode);

/** Formats a code as people read it. */
export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
