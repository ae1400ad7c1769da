import { leasesContract } from './leases.contract.ts';
import { createMemoryLeases } from './memory.ts';

leasesContract('in memory', async () => {
  let skippedMs = 0;
  let renewals = 0;
  let untilAnswered = Promise.resolve();
  const cuts: (() => void)[] = [];
  const { open } = createMemoryLeases(() => performance.now() + skippedMs);
  const sessions = {
    open: async (holder: string, lost: () => void) => {
      const session = await open(holder, lost);
      cuts.push(() => {
        session.end();
        lost();
      });
      return {
        ...session,
        renew: async (names: readonly string[], lastsMs: number) => {
          await untilAnswered;
          renewals += 1;
          return session.renew(names, lastsMs);
        },
      };
    },
  };
  return {
    open: async () => sessions,
    expire: async () => {
      skippedMs += 3_600_000;
    },
    cutOff: async () => {
      for (const cut of cuts.splice(0)) cut();
    },
    holdUp: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      untilAnswered = promise;
      return async () => resolve();
    },
    lastRenewal: async () => String(renewals),
    dispose: async () => undefined,
  };
});
