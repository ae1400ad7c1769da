import { killTree } from '#/scripts/load/process-tree.ts';
import type { Launched } from '#/scripts/load/launch.ts';
import { launchProduct, type ProductOptions } from '#/scripts/load/product.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { superviseProcess, type SupervisedProcess } from './supervised-process.ts';

export interface ProcessesOptions {
  /** Options that all processes share. */
  readonly product: Omit<ProductOptions, 'port' | 'log' | 'eventStoreUrl'>;
  readonly say: (line: string) => void;
}

const UP_TIMEOUT_MS = 90_000;

/** A process over all its restarts. */
export interface Member extends SupervisedProcess {
  readonly url: string;
}

/** The API processes of one data folder, and other programs that are restarted. */
export const createProcesses = ({ product, say }: ProcessesOptions) => {
  const { dataDir } = product;
  const members: Member[] = [];
  const others: SupervisedProcess[] = [];
  const all = (): readonly SupervisedProcess[] => [...others, ...members];
  /** Starts wait for this: it is pending while everything is being killed. */
  let startsAllowed = Promise.resolve();

  const thaw = (): void => {
    for (const one of all()) one.thaw();
  };

  return {
    dataDir,
    members: (): readonly Member[] => members,
    /** Exits that the test did not cause. */
    unexpectedExits: (): readonly string[] =>
      all().flatMap(({ unexpectedExits }) => unexpectedExits()),
    /** Keeps a program running that the product needs but does not start. */
    supervise: (name: string, launch: () => Launched): SupervisedProcess => {
      const one = superviseProcess({ name, launch, untilStartsAllowed: () => startsAllowed, say });
      others.push(one);
      return one;
    },
    join: (name: string, port: number, eventStoreUrl?: string): void => {
      const options = { ...product, port, eventStoreUrl, log: `product-${name}.log` };
      const launch = () => launchProduct(options);
      const one = superviseProcess({ name, launch, untilStartsAllowed: () => startsAllowed, say });
      members.push({ ...one, url: `http://127.0.0.1:${port}` });
    },
    /** SIGKILL to all and to Postgres at the same moment. @returns the number of processes */
    killEverything: async (): Promise<number> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      startsAllowed = promise;
      const living = all().filter(({ state }) => state() !== 'waiting');
      for (const one of all()) one.expectEnd();
      try {
        return await killTree(
          living.map(({ pid }) => pid()),
          dataDir,
        );
      } finally {
        resolve();
      }
    },
    /** Continues frozen processes. @returns whether all are up */
    waitUntilUp: async (): Promise<boolean> => {
      thaw();
      const allUp = () => (all().every(({ state }) => state() === 'up') ? true : undefined);
      return (await waitUntil(allUp, { timeoutMs: UP_TIMEOUT_MS, everyMs: 100 })) === true;
    },
    /** A Postgres whose starter was killed is stopped by no process, so it is killed here. */
    stop: async (): Promise<void> => {
      await Promise.all(members.map(({ stop }) => stop()));
      await Promise.all(others.map(({ stop }) => stop()));
      await killTree([], dataDir);
    },
  };
};

export type Processes = ReturnType<typeof createProcesses>;
