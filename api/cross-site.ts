import type { IncomingMessage } from 'node:http';
import { Rejected } from './problem.ts';

/**
 * Whether a browser says that another site made it send this. The session cookie is SameSite=Lax,
 * so this is the second lock; programs, which send neither header, carry no cookie against their
 * owner's will.
 */
export const isSameSite = ({ headers }: IncomingMessage, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || origin === new URL(publicUrl).origin;
};

/** @throws Rejected `request/cross-site` */
export const requireSameSite = (request: IncomingMessage, publicUrl: string): void => {
  if (!isSameSite(request, publicUrl)) throw new Rejected('request/cross-site');
};
