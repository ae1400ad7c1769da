import type { IncomingMessage } from 'node:http';
import { Rejected } from './problem.ts';

/** False when `Sec-Fetch-Site` or `Origin` names another origin. Programs other than browsers may omit both. */
export const isSameSite = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  publicUrl: string,
): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const ownUrl = new URL(publicUrl);
  const requested = new URL(origin);
  // The server may be reached under another name, such as localhost for 127.0.0.1.
  const isSameHost = requested.host === host && requested.protocol === ownUrl.protocol;
  return isSameHost || requested.origin === ownUrl.origin;
};

/** @throws Rejected `request/cross-site` */
export const requireSameSite = (request: IncomingMessage, publicUrl: string): void => {
  if (!isSameSite(request, publicUrl)) throw new Rejected('request/cross-site');
};
