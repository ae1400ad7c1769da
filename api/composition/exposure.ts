import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { OperatorError } from '#/ledger/operator-error.ts';
import { clientAddress } from '#/api/http/client-address.ts';
import { Rejected } from '#/api/http/problem.ts';

/**
 * Whether this start has the demo world, its published sign-ins and the sandbox acquirer: because it was `asked` for, because
 * the public address leads to this machine alone (`local`), or not at all (`none`).
 */
export type Demo = 'asked' | 'local' | 'none';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopbackAddress = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
};

/** Whether a host is the machine that asks: localhost, 127.0.0.0/8 or ::1. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || isLoopbackAddress(host);

/** The same of a URL, in whatever spelling URLs allow. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) &&
  isLoopbackHost(new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''));

/**
 * What a start is. Asking decides, either way; where nothing was asked, the demo is there exactly when the public address
 * is this machine's, as it is unless it was set. @throws OperatorError when the word and the variable contradict each other
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
  // Neither wins: one of them was set for another start, and published passwords hang on it.
  if (word && variable === false) {
    throw new OperatorError(
      '--demo asks for the demo world and DEMO=false for none: leave one of the two out.',
    );
  }
  if (word || variable === true) return 'asked';
  return variable === undefined && isLoopbackUrl(publicUrl) ? 'local' : 'none';
};

/** Where programs on this machine reach what listens at that address: one that takes all is reached by loopback. */
export const ownUrl = (host: string, port: number): string => {
  const own = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIP(own) === 6 ? `[${own}]` : own}:${port}`;
};

/** Proxies and tunnels leave these behind, each its own; browsers and programs on this machine send none of them. */
const FORWARDED =
  /^(?:forwarded|via|cdn-loop|x-real-ip|x-proxyuser-ip|.*client-?ip|(?:x-forwarded|x-original|x-envoy|cf|ngrok|tailscale)-.+)$/;

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDED.test(name));

/** Whether a request was made on this machine, and not passed on by something here for somebody elsewhere. */
export const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') && !isForwarded(headers);

/**
 * A demo that nobody asked for answers this machine alone, wherever it listens, so that nobody publishes its passwords by
 * an address. The name in `Host` is looked at too: tunnels keep it, and so do sites whose name was pointed at this machine.
 * Proxies of ours must stand on this machine as well, for anyone who reaches us can claim to be one.
 */
export const isAdmitted = (
  request: IncomingMessage,
  { demo, proxies }: { readonly demo: Demo; readonly proxies: number },
): boolean => {
  if (demo !== 'local') return true;
  const { socket, headers } = request;
  if (proxies > 0 && headers['x-forwarded-for'] !== undefined) {
    return [socket.remoteAddress ?? '', clientAddress(request, proxies)].every(isLoopbackAddress);
  }
  const isNamed = headers.host === undefined || isLoopbackUrl(`http://${headers.host}`);
  return isNamed && isFromThisMachine(request);
};

/** @throws Rejected `demo/this-machine-only` */
export const requireAdmitted = (
  request: IncomingMessage,
  start: { readonly demo: Demo; readonly proxies: number },
): void => {
  if (!isAdmitted(request, start)) throw new Rejected('demo/this-machine-only');
};
