import type { RequestHandler } from 'express';
import { BlockList, isIPv6 } from 'node:net';
import type { Services } from '#/api/composition/api-services.ts';
import { NotReady } from './health.ts';

/** Networks in which a proxy of ours would usually be. Sent from another address, `X-Forwarded-For` proves no proxy. */
const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8);
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

const isPrivate = (peer: string): boolean =>
  privateNetworks.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');

const WORDS =
  'requests come through a proxy (X-Forwarded-For) while PROXIES is 0, so all callers share one limit';

/** Warns of a proxy that the settings do not mention: our limits would count all callers as one address. */
export const watchForwarded = ({ proxies, logger }: Pick<Services, 'proxies' | 'logger'>) => {
  let isSeen = false;
  const look: RequestHandler = ({ headers, socket }, _response, next) => {
    if (!isSeen && proxies === 0 && headers['x-forwarded-for'] !== undefined) {
      isSeen = isPrivate(socket.remoteAddress ?? '');
      if (isSeen) logger.warn(WORDS);
    }
    next();
  };
  return {
    look,
    check: async (): Promise<void> => {
      if (isSeen) throw new NotReady([WORDS]);
    },
  };
};
