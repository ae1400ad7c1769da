import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { Agent, request } from 'undici';
import { ProviderFailure } from '#/domain/ports/payment-provider.ts';
import { guardedConnector, type ReachOptions } from './reach.ts';
import { readBytes } from './read-bytes.ts';

/** A client certificate with its key, kept by the platform at an address of its own. */
export interface CertificateSource {
  /** Of a PEM with certificate and key, or of a PKCS #12; undefined when the platform has none (spec 2 §5). */
  readonly url: string | undefined;
  readonly passphrase?: string | undefined;
}

export interface Certificate {
  readonly tls: Pick<SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>;
  /** Epoch milliseconds; undefined when it cannot be told. */
  readonly validTo: number | undefined;
}

const KEPT_MS = 60 * 60 * 1_000;
const PATIENCE_MS = 5_000;
const BYTES_MAX = 64 * 1_024;

const unavailable = (why: string, cause?: unknown): ProviderFailure =>
  new ProviderFailure('unavailable', `client certificate: ${why}`, {
    mayHaveHappened: false,
    cause,
  });

/** @throws whatever TLS says of one that is none */
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
  const dispatcher = new Agent({ connect: guardedConnector(reaching) });
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { statusCode, body } = await request(url, { signal, dispatcher });
    const bytes = await readBytes(body, BYTES_MAX);
    if (statusCode !== 200 || bytes === undefined) throw new Error(`answered ${statusCode}`);
    return parse(bytes, passphrase);
  } catch (error) {
    throw unavailable('it could not be fetched', error);
  } finally {
    void dispatcher.destroy();
  }
};

/** The platform's certificate, fetched at most once an hour and again when it has ended. @throws ProviderFailure */
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
      if (validTo !== undefined && validTo <= now()) throw unavailable('it has expired');
      return certificate;
    } catch (error) {
      if (kept === fresh) kept = undefined;
      throw error;
    }
  };
};
