import { Secret, TOTP } from 'otpauth';
import { thisMachine } from '#/ledger/machine.ts';

/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Many authenticator apps support no other period, length or digest. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Codes of the period before and after are right too: clocks of phones differ, and typing takes time (RFC 6238 §5.2). */
const WINDOW = 1;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** No letters and digits that look alike; 49 bits for each code. */
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

/** A new secret, in the forms in which an authenticator app takes it. */
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

/**
 * Returns the period that a code belongs to, so that the code is accepted only once; undefined when no period near this time has the
 * code.
 */
export const periodOf = (secret: Buffer, code: string, nowMs: number): number | undefined => {
  const delta = totpOf(secretOf(secret)).validate({
    token: code,
    timestamp: nowMs,
    window: WINDOW,
  });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + delta;
};

/** Returns a code in the form that is compared: without the blanks, dashes and capitals that people type. */
export const normaliseCode = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toLowerCase();

/** Whether a code in that form is one of an authenticator app, and not a recovery code. */
export const isOfApp = (code: string): boolean => /^\d{6}$/.test(code);

/** The remainder of 48 random bits: no letter is measurably likelier than another. */
const randomLetter = (): string =>
  ALPHABET.charAt(thisMachine.bytes(6).readUIntBE(0, 6) % ALPHABET.length);

const newRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, randomLetter).join('');

/** Returns codes for a person who has lost the phone, each usable once, in the form that is compared (`normaliseCode`). */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** Returns a recovery code as people read it. */
export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
