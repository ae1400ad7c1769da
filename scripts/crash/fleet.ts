import { killTree } from '#/scripts/load/process-tree.ts';
import type { ProductOptions } from '#/scripts/load/product.ts';
import { waitUntil } from '#/scripts/wait-until.ts';
import { createLife, type Life } from './life.ts';

export interface FleetOptions {
  /** Of every process, but for its port. */
  readonly product: Omit<ProductOptions, 'port' | 'log'>;
  readonly say: (line: string) => void;
}

const UP_TIMEOUT_MS = 90_000;

/** All API processes of one data folder. */
export const createFleet = ({ product, say }: FleetOptions) => {
  const { dataDir } = product;
  const lives: Life[] = [];
  let gate = Promise.resolve();

  const thaw = (): void => {
    for (const life of lives) life.thaw();
  };

  return {
    dataDir,
    members: (): readonly Life[] => lives,
    /** From now on there is one more. */
    join: (name: string, port: number): void => {
      const own = { ...product, port, log: `product-${name}.log` };
      lives.push(createLife({ name, product: own, gate: () => gate, say }));
    },
    /** SIGKILL to all and to Postgres, as one moment. @returns how many processes */
    killEverything: async (): Promise<number> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      for (const life of lives) life.doom();
      const living = lives.filter(({ state }) => state() !== 'waiting');
      try {
        return await killTree(
          living.map(({ pid }) => pid()),
          dataDir,
        );
      } finally {
        resolve();
      }
    },
    /** Continues who is frozen and waits until all are up. @returns whether they are */
    settle: async (): Promise<boolean> => {
      thaw();
      const allUp = () => (lives.every(({ state }) => state() === 'up') ? true : undefined);
      return (await waitUntil(allUp, { timeoutMs: UP_TIMEOUT_MS, everyMs: 100 })) === true;
    },
    /** Ends all, and whatever is left of Postgres, which forgot its users if it was killed under them. */
    stop: async (): Promise<void> => {
      await Promise.all(lives.map(({ stop }) => stop()));
      await killTree([], dataDir);
    },
  };
};

export type Fleet = ReturnType<typeof createFleet>;
