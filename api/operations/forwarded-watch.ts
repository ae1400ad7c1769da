import type { RequestHandler } from 'express';
import { BlockList, isIPv6 } from 'node:net';
import type { Services } from '#/api/composition/api-services.ts';
import { NotReady } from './health.ts';

/** Networks in which a proxy of ours would usually be. From other addresses `X-Forwarded-For` proves nothing. */
const near = new BlockList();
near.addSubnet('127.0.0.0', 8);
near.addSubnet('10.0.0.0', 8);
near.addSubnet('172.16.0.0', 12);
near.addSubnet('192.168.0.0', 16);
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');
near.addSubnet('fe80::', 10, 'ipv6');

const isNear = (peer: string): boolean => near.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');

const WORDS =
  'requests come through a proxy (X-Forwarded-For) while PROXIES is 0, so all callers share one limit';

/** Warns of a proxy that the settings do not mention: our limits would count all callers as one address. */
export const watchForwarded = ({ proxies, logger }: Pick<Services, 'proxies' | 'logger'>) => {
  let isSeen = false;
  const look: RequestHandler = ({ headers, socket }, _response, next) => {
    if (!isSeen && proxies === 0 && headers['x-forwarded-for'] !== undefined) {
      isSeen = isNear(socket.remoteAddress ?? '');
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
