import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { OperatorError } from '#/ledger/operator-error.ts';
import { clientAddress } from '#/api/http/client-address.ts';
import { Rejected } from '#/api/http/problem.ts';

/**
 * Whether this start has the demo data, its published sign-ins and the sandbox acquirer: `asked` = requested; `local` =
 * because the public address is this machine's; `none` = not at all.
 */
export type Demo = 'asked' | 'local' | 'none';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopbackAddress = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
};

/** True if a host means the local machine: localhost, 127.0.0.0/8 or ::1. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || isLoopbackAddress(host);

/** True if a URL's host is the local machine, in any spelling that URLs allow. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) &&
  isLoopbackHost(new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''));

/**
 * Decides whether this start has the demo. `--demo` or `DEMO` decides if given; otherwise the demo exists exactly when the
 * public address is this machine's, as it is by default. @throws OperatorError when `--demo` and `DEMO` contradict each other
 */
export const demoOf = ({
  word = false,
  variable,
  publicUrl = 'http://localhost',
}: {
  /** `--demo` was given. */
  readonly word?: boolean;
  /** `DEMO`; undefined when it is not set. */
  readonly variable: boolean | undefined;
  /** `PUBLIC_URL`; by default a port of localhost. */
  readonly publicUrl: string | undefined;
}): Demo => {
  // Neither `--demo` nor `DEMO` takes precedence: one of them was set for another start, and the wrong choice would expose published
  // passwords.
  if (word && variable === false) {
    throw new OperatorError(
      '--demo asks for the demo world and DEMO=false for none: leave one of the two out.',
    );
  }
  if (word || variable === true) return 'asked';
  return variable === undefined && isLoopbackUrl(publicUrl) ? 'local' : 'none';
};

/** @throws OperatorError when a demo that others may reach would have an acquirer that misbehaves */
export const requireNoVices = (demo: Demo, vices: object | undefined): void => {
  if (demo !== 'asked' || vices === undefined) return;
  throw new OperatorError(
    'SANDBOX_VICES is for tests on this machine: leave it out where --demo or DEMO=true is given.',
  );
};

/** Returns the URL at which programs on this machine reach a listening address; loopback for 0.0.0.0 and ::, which mean all addresses. */
export const ownUrl = (host: string, port: number): string => {
  const own = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIP(own) === 6 ? `[${own}]` : own}:${port}`;
};

/** Whether a `Host` is this machine. Cached, because each request needs it and nearly all have the same `Host`. */
const hosts = new LRUCache<string, boolean>({
  max: 100,
  memoMethod: (host) => isLoopbackUrl(`http://${host}`),
});

/** Headers that proxies and tunnels add; local browsers and programs send none of them. */
const FORWARDED =
  /^(?:forwarded|via|cdn-loop|x-real-ip|x-proxyuser-ip|.*client-?ip|(?:x-forwarded|x-original|x-envoy|cf|ngrok|tailscale)-.+)$/;

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDED.test(name));

/** True if a request came over loopback, and no header says that a proxy or tunnel forwarded it. */
export const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') && !isForwarded(headers);

/**
 * Returns whether a request is admitted. A `local` demo admits only this machine, whatever address it listens on, because no one asked for
 * the demo, and its passwords are published.
 */
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
  // A request through a tunnel has the tunnel's public name in `Host`. A foreign site whose name resolves to this machine can make a
  // browser here send a request; its `Host` is that name. Neither request is admitted.
  const isNamed = headers.host === undefined || hosts.memo(headers.host);
  return isNamed && isFromThisMachine(request);
};

/** @throws Rejected `demo/this-machine-only` */
export const requireAdmitted = (
  request: IncomingMessage,
  start: { readonly demo: Demo; readonly proxies: number },
): void => {
  if (!isAdmitted(request, start)) throw new Rejected('demo/this-machine-only');
};
