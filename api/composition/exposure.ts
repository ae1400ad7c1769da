import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { OperatorError } from '#/ledger/operator-error.ts';
import { clientAddress } from '#/api/http/client-address.ts';
import { Rejected } from '#/api/http/problem.ts';

/** Why this start has demo data: `asked` = requested; `local` = the public address is this machine's. `none` = it has none. */
export type Demo = 'asked' | 'local' | 'none';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopbackAddress = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
};

/** True for localhost, 127.0.0.0/8 and ::1. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || isLoopbackAddress(host);

/** Accepts every spelling that URLs allow. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) &&
  isLoopbackHost(new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''));

/**
 * Decides whether the server has demo data, and why. Without `--demo` (`flag`) and `DEMO` (`variable`), it has them if its public
 * address is this machine's.
 * @throws OperatorError when `--demo` and `DEMO` contradict each other
 */
export const demoOf = ({
  flag = false,
  variable,
  publicUrl = 'http://localhost',
}: {
  readonly flag?: boolean;
  readonly variable: boolean | undefined;
  /** `PUBLIC_URL`; by default a port of localhost. */
  readonly publicUrl: string | undefined;
}): Demo => {
  // Neither takes precedence: the wrong choice would expose published passwords.
  if (flag && variable === false) {
    throw new OperatorError(
      '--demo asks for the demo world and DEMO=false for none: leave one of the two out.',
    );
  }
  if (flag || variable === true) return 'asked';
  return variable === undefined && isLoopbackUrl(publicUrl) ? 'local' : 'none';
};

/** Others may reach a requested demo, so its acquirer must not misbehave. @throws OperatorError if vices are set for it */
export const requireNoVices = (demo: Demo, vices: object | undefined): void => {
  if (demo !== 'asked' || vices === undefined) return;
  throw new OperatorError(
    'SANDBOX_VICES is for tests on this machine: leave it out where --demo or DEMO=true is given.',
  );
};

/** Returns the URL at which this machine reaches the server: 0.0.0.0 and :: mean all addresses, of which it uses loopback. */
export const ownUrl = (host: string, port: number): string => {
  const reachableHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIP(reachableHost) === 6 ? `[${reachableHost}]` : reachableHost}:${port}`;
};

/** Cached, because nearly all requests have the same `Host`. */
const hosts = new LRUCache<string, boolean>({
  max: 100,
  memoMethod: (host) => isLoopbackUrl(`http://${host}`),
});

/** Headers that proxies and tunnels add, and local programs do not. */
const FORWARDED =
  /^(?:forwarded|via|cdn-loop|x-real-ip|x-proxyuser-ip|.*client-?ip|(?:x-forwarded|x-original|x-envoy|cf|ngrok|tailscale)-.+)$/;

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDED.test(name));

/** True if a request came over loopback, and no header says that it was forwarded. */
export const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') && !isForwarded(headers);

/** A `local` demo admits only this machine, because no one asked for the demo, and its passwords are published. */
export const isAdmitted = (
  request: IncomingMessage,
  { demo, proxies }: { readonly demo: Demo; readonly proxies: number },
): boolean => {
  if (demo !== 'local') return true;
  const { socket, headers } = request;
  // Anyone can claim to be a proxy, so both the proxy and its client must be on this machine.
  if (proxies > 0 && headers['x-forwarded-for'] !== undefined) {
    return [socket.remoteAddress ?? '', clientAddress(request, proxies)].every(isLoopbackAddress);
  }
  // `Host` is a public name if the request came through a tunnel or from a foreign site.
  const isLocalHost = headers.host === undefined || hosts.memo(headers.host);
  return isLocalHost && isFromThisMachine(request);
};

/** @throws Rejected `demo/this-machine-only` */
export const requireAdmitted = (
  request: IncomingMessage,
  start: { readonly demo: Demo; readonly proxies: number },
): void => {
  if (!isAdmitted(request, start)) throw new Rejected('demo/this-machine-only');
};
