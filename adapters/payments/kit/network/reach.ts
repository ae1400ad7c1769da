import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** Where we may connect when a person typed the host. A demo simulates its acquirers on this machine. */
export type Reach = 'public' | 'public-or-loopback';

/** The part of IPv6 that is routed on the internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

const rangeOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'none';
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)) return parsed.range();
  return parsed.range() === 'loopback' ? 'loopback' : 'not routed';
};

/** Whether we may connect to an address. IPv6 addresses that embed an IPv4 address (mapped, NAT64, 6to4) are refused. */
export const mayReach = (address: string, reach: Reach): boolean => {
  const range = rangeOf(address);
  return range === 'unicast' || (range === 'loopback' && reach === 'public-or-loopback');
};

const hostOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Lower ports are for mail, remote shells and the like. */
const FIRST_FREE_PORT = 1_024;

const isInternalName = (host: string): boolean =>
  !host.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(host);

/** Whether a typed URL may be saved. The addresses behind a name are checked at each connection. */
export const mayBeTyped = (url: string, reach: Reach): boolean => {
  const { protocol, hostname, port } = new URL(url);
  const host = hostOf(hostname);
  const isLocalName = /^(?:.+\.)?localhost$/.test(host);
  if (reach === 'public-or-loopback' && (isLocalName || rangeOf(host) === 'loopback')) return true;
  if (protocol !== 'https:' || (port !== '' && Number(port) < FIRST_FREE_PORT)) return false;
  return isIP(host) === 0 ? !isInternalName(host) : mayReach(host, 'public');
};

class NotReachable extends Error {
  readonly code = 'ENOTFOUND';

  constructor() {
    super('the host has no address that may be reached');
    this.name = 'NotReachable';
  }
}

type LookUp = (
  host: string,
  options: LookupAllOptions,
  callBack: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** undici connects to the addresses that were checked: it does not look the name up again. */
const reachableOnly =
  (reach: Reach, lookUp: LookUp): LookupFunction =>
  (host, { all, ...options }, callBack) => {
    lookUp(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callBack(error, '', 0);
      const reachable = addresses.filter(({ address }) => mayReach(address, reach));
      const [first] = reachable;
      if (first === undefined) return callBack(new NotReachable(), '', 0);
      return all ? callBack(null, reachable) : callBack(null, first.address, first.family);
    });
  };

export interface ReachOptions {
  readonly reach: Reach;
  /** Replaces the system's resolver. */
  readonly lookUp?: LookUp | undefined;
}

/** Opens undici's connections to the addresses that we may reach. */
export const guardedConnector = (
  { reach, lookUp = systemLookup }: ReachOptions,
  options: buildConnector.BuildOptions = {},
): buildConnector.connector => {
  const connect = buildConnector({ ...options, lookup: reachableOnly(reach, lookUp) });
  return (target, connected) => {
    const host = hostOf(target.hostname);
    // An IP address needs no look-up.
    if (isIP(host) !== 0 && !mayReach(host, reach)) connected(new NotReachable(), null);
    else connect(target, connected);
  };
};
