import { leasesContract } from './leases.contract.ts';
import { createMemoryLeases } from './memory.ts';

leasesContract('in memory', async () => {
  let late = 0;
  let renewals = 0;
  let answers = Promise.resolve();
  const cuts: (() => void)[] = [];
  const { open } = createMemoryLeases(() => performance.now() + late);
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
          await answers;
          renewals += 1;
          return session.renew(names, lastsMs);
        },
      };
    },
  };
  return {
    open: async () => sessions,
    expire: async () => {
      late += 3_600_000;
    },
    cutOff: async () => {
      for (const cut of cuts.splice(0)) cut();
    },
    holdUp: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answers = promise;
      return async () => resolve();
    },
    lastRenewal: async () => String(renewals),
    dispose: async () => undefined,
  };
});
