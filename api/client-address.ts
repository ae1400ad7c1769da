import type { IncomingMessage } from 'node:http';

/**
 * Where a request comes from. Each proxy of ours adds the address it saw at the end of
 * `X-Forwarded-For`; what stands before those anyone can have written.
 */
export const clientAddress = (request: IncomingMessage, proxies: number): string => {
  const peer = request.socket.remoteAddress ?? 'unknown';
  if (proxies === 0) return peer;
  const forwarded = [request.headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const hops = [...forwarded, peer];
  return hops.at(-1 - proxies) ?? hops[0] ?? peer;
};
