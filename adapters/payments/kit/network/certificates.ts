import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { Agent, request } from 'undici';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { errorCode } from '#/adapters/payments/kit/failure.ts';
import { guardedConnector, type ReachOptions } from './reach.ts';
import { readBytes } from './read-bytes.ts';

/** A client certificate with its key, which the platform keeps at a URL. */
export interface CertificateSource {
  /** URL of a PEM with certificate and key, or of a PKCS #12; undefined when the platform has none (acquirers.14). */
  readonly url: string | undefined;
  readonly passphrase?: string | undefined;
}

export interface Certificate {
  readonly tls: Pick<SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>;
  /** Epoch milliseconds; undefined when it cannot be determined. */
  readonly validTo: number | undefined;
}

const KEPT_MS = 60 * 60 * 1_000;
const TIMEOUT_MS = 5_000;
const BYTES_MAX = 64 * 1_024;

const unavailableBecause = (why: string, cause?: unknown): ProviderFailure =>
  new ProviderFailure('unavailable', `client certificate: ${why}`, {
    mayHaveHappened: false,
    cause,
  });

/** OpenSSL 3 does not read RC2 and 3DES, with which most Brazilian banks still encrypt their PKCS #12 files. */
const LEGACY_WAY_OUT = 'openssl pkcs12 -legacy -in antigo.p12 -nodes -out certificado.pem';

/** Faults in a fetched certificate that the platform has to fix, and how. */
const mistakes: readonly {
  readonly pattern: RegExp;
  readonly why: string;
  readonly text: string;
}[] = [
  {
    pattern: /mac verify failure|bad[ _]decrypt/i,
    why: 'its passphrase is wrong',
    text: 'A senha do certificado está errada.',
  },
  {
    pattern: /unsupported pkcs12/i,
    why: `an old PKCS #12 (RC2 or 3DES), convert it: ${LEGACY_WAY_OUT}`,
    text: `O certificado está em um PKCS #12 antigo. Converta-o com: ${LEGACY_WAY_OUT}`,
  },
];

/**
 * @throws ProviderFailure `invalid`, or `unavailable` when the file is not a certificate at all: its host may be serving an
 * error page for a while
 */
const refuseUnusable = (error: unknown): never => {
  const message = error instanceof Error ? `${errorCode(error)} ${error.message}` : '';
  const mistake = mistakes.find(({ pattern }) => pattern.test(message));
  if (!mistake) throw unavailableBecause('it is no certificate with its key', error);
  const { why, text } = mistake;
  const options = { mayHaveHappened: false, text, cause: error };
  throw new ProviderFailure('invalid', `client certificate: ${why}`, options);
};

/** @throws the TLS error when the bytes are not a certificate */
const parse = (bytes: Buffer, passphrase: string | undefined): Certificate => {
  const secret = passphrase === undefined ? {} : { passphrase };
  if (!bytes.includes('-----BEGIN ')) {
    const tls = { pfx: bytes, ...secret };
    createSecureContext(tls);
    return { tls, validTo: undefined };
  }
  const tls = { cert: bytes, key: bytes, ...secret };
  createSecureContext(tls);
  return { tls, validTo: Date.parse(new X509Certificate(bytes).validTo) };
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

const download = async (
  { url, passphrase }: CertificateSource,
  reaching: ReachOptions,
): Promise<Certificate> => {
  if (url === undefined) {
    throw new ProviderFailure('unauthorized', 'client certificate: none', {
      mayHaveHappened: false,
      text: 'Unauthorized.',
    });
  }
  const bytes = await fetchCertificate(url, reaching);
  try {
    return parse(bytes, passphrase);
  } catch (error) {
    return refuseUnusable(error);
  }
};

/** The platform's certificate, fetched at most once an hour, and again when it has expired. @throws ProviderFailure */
export const createCertificates = (
  source: CertificateSource,
  now: () => number,
  reaching: ReachOptions,
): (() => Promise<Certificate>) => {
  let kept: { readonly until: number; readonly certificate: Promise<Certificate> } | undefined;
  return async () => {
    if (kept && kept.until > now()) return kept.certificate;
    const fresh = { until: now() + KEPT_MS, certificate: download(source, reaching) };
    kept = fresh;
    try {
      const certificate = await fresh.certificate;
      const { validTo } = certificate;
      if (validTo !== undefined && validTo <= now()) throw unavailableBecause('it has expired');
      return certificate;
    } catch (error) {
      if (kept === fresh) kept = undefined;
      throw error;
    }
  };
};
