import type { IncomingMessage } from 'node:http';
import { Rejected } from './problem.ts';

/**
 * Returns false when `Sec-Fetch-Site` or `Origin` says that a page of another origin caused the request. This is a second protection, as
 * the session cookie is SameSite=Lax already. Programs other than browsers may omit both: no page can trick them into sending a cookie.
 */
export const isSameSite = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  publicUrl: string,
): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const own = new URL(publicUrl);
  const requested = new URL(origin);
  // The server may be reached under another name than the public one (localhost for 127.0.0.1); that is the same site only with the same
  // scheme.
  const isSameHost = requested.host === host && requested.protocol === own.protocol;
  return isSameHost || requested.origin === own.origin;
};

/** @throws Rejected `request/cross-site` */
export const requireSameSite = (request: IncomingMessage, publicUrl: string): void => {
  if (!isSameSite(request, publicUrl)) throw new Rejected('request/cross-site');
};
