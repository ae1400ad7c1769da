import type { IncomingMessage } from 'node:http';
import { Rejected } from './problem.ts';

/**
 * Whether a browser says that another site made it send this. The session cookie is SameSite=Lax,
 * so this is the second lock; programs, which send neither header, carry no cookie against their
 * owner's will.
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
  const asked = new URL(origin);
  // Under another name than the public one (localhost for 127.0.0.1) it is the same site only by the same scheme.
  const isAskedName = asked.host === host && asked.protocol === own.protocol;
  return isAskedName || asked.origin === own.origin;
};

/** @throws Rejected `request/cross-site` */
export const requireSameSite = (request: IncomingMessage, publicUrl: string): void => {
  if (!isSameSite(request, publicUrl)) throw new Rejected('request/cross-site');
};
