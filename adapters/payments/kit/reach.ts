import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/**
 * Where a call may go to a host that somebody typed in: to public addresses alone, or, in a demo, to this machine as well,
 * where its acquirers are simulated. Never to other addresses of our own network.
 */
export type Reach = 'public' | 'public-or-loopback';

/** All that the internet routes of IPv6; IPv6 has far more that is not. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

const rangeOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'none';
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)) return parsed.range();
  return parsed.range() === 'loopback' ? 'loopback' : 'not routed';
};

/** Addresses that hold another one (mapped, NAT64, 6to4) lead nowhere: who means the other writes it. */
export const mayReach = (address: string, reach: Reach): boolean => {
  const range = rangeOf(address);
  return range === 'unicast' || (range === 'loopback' && reach === 'public-or-loopback');
};

const hostOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Below these are mail, remote shells and the like, to which no acquirer is bound; 443 is HTTPS. */
const FIRST_FREE_PORT = 1_024;

const isInsideName = (host: string): boolean =>
  !host.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(host);

/**
 * Whether an address that was typed in may be kept: HTTPS to a public host, or anything on this machine where that may be
 * reached. What a name leads to is seen only at each connection.
 */
export const mayBeTyped = (url: string, reach: Reach): boolean => {
  const { protocol, hostname, port } = new URL(url);
  const host = hostOf(hostname);
  const isLocalName = /^(?:.+\.)?localhost$/.test(host);
  if (reach === 'public-or-loopback' && (isLocalName || rangeOf(host) === 'loopback')) return true;
  if (protocol !== 'https:' || (port !== '' && Number(port) < FIRST_FREE_PORT)) return false;
  return isIP(host) === 0 ? !isInsideName(host) : mayReach(host, 'public');
};

/** Nothing was sent: the host stands for no address that may be reached. */
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
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Of the addresses of a name those that may be reached; they are what is then connected to, without asking again. */
const reachableOnly =
  (reach: Reach, lookUp: LookUp): LookupFunction =>
  (host, { all, ...options }, found) => {
    lookUp(host, { ...options, all: true }, (error, addresses) => {
      if (error) return found(error, '', 0);
      const reachable = addresses.filter(({ address }) => mayReach(address, reach));
      const [first] = reachable;
      if (first === undefined) return found(new NotReachable(), '', 0);
      return all ? found(null, reachable) : found(null, first.address, first.family);
    });
  };

export interface ReachOptions {
  readonly reach: Reach;
  /** In place of the system's. */
  readonly lookUp?: LookUp | undefined;
}

/** Opens connections for undici, each of them only to an address that may be reached, whenever and however it is named. */
export const guardedConnector = (
  { reach, lookUp = systemLookup }: ReachOptions,
  options: buildConnector.BuildOptions = {},
): buildConnector.connector => {
  const connect = buildConnector({ ...options, lookup: reachableOnly(reach, lookUp) });
  return (target, connected) => {
    const host = hostOf(target.hostname);
    // Of an address there is nothing to look up.
    if (isIP(host) !== 0 && !mayReach(host, reach)) connected(new NotReachable(), null);
    else connect(target, connected);
  };
};
