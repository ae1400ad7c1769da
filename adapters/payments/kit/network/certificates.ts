import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { Agent, request } from 'undici';
import type { StoredCertificate } from '#/domain/ports/platform-defaults.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { codeOrNameOf } from '#/domain/errors/error-code.ts';
import { guardedConnector, type ReachOptions } from './reach.ts';
import { readBytes } from './read-bytes.ts';

/** A PEM or PKCS #12 that has certificate and key. */
export interface CertificateSource {
  /** The account's own certificate (acquirers.14). */
  readonly url: string | undefined;
  readonly passphrase?: string | undefined;
  /** The platform's certificate, for accounts without one. */
  readonly kept?: StoredCertificate | undefined;
}

export interface Certificate {
  readonly tls: Pick<SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>;
  /** Unix milliseconds, if known. */
  readonly validTo: number | undefined;
}

const CACHED_MS = 60 * 60 * 1_000;
const TIMEOUT_MS = 5_000;
const BYTES_MAX = 64 * 1_024;

const unavailableBecause = (why: string, cause?: unknown): ProviderFailure =>
  new ProviderFailure('unavailable', `client certificate: ${why}`, {
    mayHaveHappened: false,
    cause,
  });

/** OpenSSL 3 does not read RC2 and 3DES, with which many Brazilian banks still encrypt PKCS #12 files. */
const CONVERT_LEGACY = 'openssl pkcs12 -legacy -in antigo.p12 -nodes -out certificado.pem';

/** Faults that the platform has to fix, and how. */
const mistakes: readonly {
  readonly code: 'passphrase' | 'legacy';
  readonly pattern: RegExp;
  readonly why: string;
  readonly text: string;
}[] = [
  {
    code: 'passphrase',
    pattern: /mac verify failure|bad[ _]decrypt/i,
    why: 'its passphrase is wrong',
    text: 'A senha do certificado está errada.',
  },
  {
    code: 'legacy',
    pattern: /unsupported pkcs12/i,
    why: `an old PKCS #12 (RC2 or 3DES), convert it: ${CONVERT_LEGACY}`,
    text: `O certificado está em um PKCS #12 antigo. Converta-o com: ${CONVERT_LEGACY}`,
  },
];

const mistakeIn = (error: unknown) => {
  const message = error instanceof Error ? `${codeOrNameOf(error)} ${error.message}` : '';
  return mistakes.find(({ pattern }) => pattern.test(message));
};

/** @throws ProviderFailure `invalid` for a wrong passphrase or an old PKCS #12, otherwise `unavailable` */
const refuseUnusable = (error: unknown): never => {
  const mistake = mistakeIn(error);
  if (!mistake) throw unavailableBecause('it is no certificate with its key', error);
  const { why, text } = mistake;
  const options = { mayHaveHappened: false, text, cause: error };
  throw new ProviderFailure('invalid', `client certificate: ${why}`, options);
};

/** Node has no public way to read the certificate of a PKCS #12. */
const certificateIn = ({ context }: SecureContext): X509Certificate | undefined => {
  const inner = Object(context);
  const der: unknown = typeof inner.getCertificate === 'function' && inner.getCertificate();
  return Buffer.isBuffer(der) ? new X509Certificate(der) : undefined;
};

/** @throws the TLS error when the bytes are not a certificate with its key */
const open = (bytes: Buffer, passphrase: string | undefined) => {
  const secret = passphrase === undefined ? {} : { passphrase };
  if (!bytes.includes('-----BEGIN ')) {
    const tls = { pfx: bytes, ...secret };
    return { tls, certificate: certificateIn(createSecureContext(tls)) };
  }
  const tls = { cert: bytes, key: bytes, ...secret };
  createSecureContext(tls);
  return { tls, certificate: new X509Certificate(bytes) };
};

/** @throws the TLS error of `open` */
const parse = (bytes: Buffer, passphrase: string | undefined): Certificate => {
  const { tls, certificate } = open(bytes, passphrase);
  return { tls, validTo: certificate && Date.parse(certificate.validTo) };
};

export type CertificateReading =
  | {
      /** SHA-256, in hexadecimal. */
      readonly fingerprint: string;
      /** Unix milliseconds. */
      readonly validTo: number;
    }
  | { readonly problem: 'passphrase' | 'legacy' | 'unusable' };

/** Reads a PEM or PKCS #12 that has certificate and key. */
export const readCertificate = (
  bytes: Uint8Array,
  passphrase: string | undefined,
): CertificateReading => {
  try {
    const { certificate } = open(Buffer.from(bytes), passphrase);
    if (certificate === undefined) return { problem: 'unusable' };
    const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
    return { fingerprint, validTo: Date.parse(certificate.validTo) };
  } catch (error) {
    return { problem: mistakeIn(error)?.code ?? 'unusable' };
  }
};

const fetchCertificate = async (url: string, reaching: ReachOptions): Promise<Buffer> => {
  const dispatcher = new Agent({ connect: guardedConnector(reaching) });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { statusCode, body } = await request(url, { signal, dispatcher });
    const bytes = await readBytes(body, BYTES_MAX);
    if (statusCode !== 200 || bytes === undefined) throw new Error(`answered ${statusCode}`);
    return bytes;
  } catch (error) {
    throw unavailableBecause('it could not be fetched', error);
  } finally {
    void dispatcher.destroy();
  }
};

/** @throws ProviderFailure when the file cannot be fetched, or there is none */
const fileOf = async (
  { url, passphrase, kept }: CertificateSource,
  reaching: ReachOptions,
): Promise<readonly [bytes: Buffer, passphrase: string | undefined]> => {
  if (url !== undefined) return [await fetchCertificate(url, reaching), passphrase];
  if (kept !== undefined) return [Buffer.from(kept.content, 'base64'), kept.passphrase];
  throw new ProviderFailure('unauthorized', 'client certificate: none', {
    mayHaveHappened: false,
    text: 'Unauthorized.',
  });
};

const load = async (source: CertificateSource, reaching: ReachOptions): Promise<Certificate> => {
  const file = await fileOf(source, reaching);
  try {
    return parse(...file);
  } catch (error) {
    return refuseUnusable(error);
  }
};

/** Caches the certificate for an hour, but not past its expiry. The returned function may throw a ProviderFailure. */
export const createCertificates = (
  source: CertificateSource,
  now: () => number,
  reaching: ReachOptions,
): (() => Promise<Certificate>) => {
  let cached: { until: number; readonly certificate: Promise<Certificate> } | undefined;
  return async () => {
    if (!cached || cached.until <= now())
      cached = { until: now() + CACHED_MS, certificate: load(source, reaching) };
    const used = cached;
    try {
      const certificate = await used.certificate;
      const { validTo = Infinity } = certificate;
      if (validTo <= now()) throw unavailableBecause('it has expired');
      // After the expiry, the next use loads the replacement.
      used.until = Math.min(used.until, validTo);
      return certificate;
    } catch (error) {
      if (cached === used) cached = undefined;
      throw error;
    }
  };
};
