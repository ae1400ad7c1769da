import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { derivedKey } from '#/ledger/vault/cipher.ts';

/** Removes the port, which some proxies write: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

/**
 * Returns the client's address. Each of our proxies appends an address to `X-Forwarded-For`; earlier entries may be forged.
 * @param proxies number of our proxies before this server
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
  const address = withoutPort(hops.at(-1 - proxies) ?? hops[0] ?? peer);
  return isIP(address) === 0 ? peer : address;
};

const MOST_CACHED = 1_000;

/**
 * Returns a function that replaces an address, which is personal data, by a digest with a key: without one, all IPv4 addresses could be
 * tried.
 */
export const clientDigests = (secret: string): ((address: string) => string) => {
  const key = derivedKey(Buffer.from(secret), 'clients of the log');
  const cache = new LRUCache<string, string>({ max: MOST_CACHED });
  return (address) => {
    const cached = cache.get(address);
    if (cached !== undefined) return cached;
    const digest = createHmac('sha256', key).update(address).digest('hex').slice(0, 16);
    cache.set(address, digest);
    return digest;
  };
};

/** The key that limits count by: an IPv4 address, or the /64 of an IPv6 address, which one household has. */
export const householdOf = (address: string): string => {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};
