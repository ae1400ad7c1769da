import { sendSignal } from '#/scripts/load/process-tree.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { backendsOf, databaseUrlOf, leadersOf, type Backend } from './database.ts';
import type { Fault } from './draw.ts';
import type { Processes } from './processes.ts';
import type { SupervisedProcess } from './supervised-process.ts';

const UP_TIMEOUT_MS = 60_000;
const BACKEND_TIMEOUT_MS = 10_000;

const pick = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items[Math.floor(which * items.length)];

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const isUp = ({ state }: SupervisedProcess): boolean => state() === 'up';

const createBackendFaults = (dataDir: string) => {
  const frozen = new Set<number>();

  const thaw = (pid: number): void => {
    if (frozen.delete(pid)) sendSignal(pid, 'SIGCONT');
  };

  const backendOf = async ({ whichVictim }: Fault): Promise<Backend | undefined> => {
    const url = await databaseUrlOf(dataDir);
    const pickOne = async () => pick(await backendsOf(url), whichVictim);
    return waitUntil(pickOne, { timeoutMs: BACKEND_TIMEOUT_MS, everyMs: 200 });
  };

  return {
    inject: async (fault: Fault): Promise<string> => {
      const backend = await backendOf(fault);
      if (backend === undefined) return 'Postgres has no backends';
      const { pid, doing } = backend;
      if (fault.kind === 'kill backend') {
        sendSignal(pid, 'SIGKILL');
        return `Killed a backend of Postgres (${pid}: ${doing})`;
      }
      frozen.add(pid);
      sendSignal(pid, 'SIGSTOP');
      setTimeout(() => thaw(pid), fault.forMs).unref();
      return `Froze a backend of Postgres (${pid}: ${doing}) for ${inSeconds(fault.forMs)}`;
    },
    thawAll: (): void => {
      for (const pid of frozen) thaw(pid);
    },
  };
};

/** Injects faults into the processes, their Postgres and the event store. */
export const createFaultInjector = (processes: Processes, eventStore?: SupervisedProcess) => {
  const { dataDir } = processes;
  const backends = createBackendFaults(dataDir);

  /** Picks a process that is up: a leader, if the fault wants one and a leader is up. A lease can name a dead process. */
  const victimOf = async ({ leader, whichVictim }: Fault) => {
    const leads = await leadersOf(await databaseUrlOf(dataDir));
    const up = processes.members().filter(isUp);
    const leading = up.filter(({ pid }) => leads.has(pid()));
    const member = pick(leader && leading.length > 0 ? leading : up, whichVictim);
    const leases = (member && leads.get(member.pid())) ?? [];
    const target = leases.length > 0 ? `, which leads ${leases.join(', ')}` : '';
    return member && { member, target: `${member.name} (${member.pid()})${target}` };
  };

  /** The next faults need a victim. */
  const waitUntilOneIsUp = async (): Promise<void> => {
    const anyUp = () => (processes.members().some(isUp) ? true : undefined);
    await waitUntil(anyUp, { timeoutMs: UP_TIMEOUT_MS });
  };

  const hitProcess = async (fault: Fault): Promise<string> => {
    await waitUntilOneIsUp();
    const victim = await victimOf(fault);
    if (victim === undefined) return 'No process is up';
    if (fault.kind === 'kill process') {
      victim.member.kill();
      return `Killed ${victim.target}`;
    }
    victim.member.freeze(fault.forMs);
    return `Froze ${victim.target} for ${inSeconds(fault.forMs)}`;
  };

  const hitEventStore = async ({ kind, forMs }: Fault): Promise<string> => {
    const whenUp = () => (eventStore?.state() === 'up' ? eventStore : undefined);
    const store = await waitUntil(whenUp, { timeoutMs: UP_TIMEOUT_MS });
    if (store === undefined) return 'The event store is not up';
    if (kind === 'kill event store') {
      store.kill();
      return 'Killed the event store';
    }
    store.freeze(forMs);
    return `Froze the event store for ${inSeconds(forMs)}`;
  };

  return {
    waitUntilOneIsUp,
    /** @returns a line that says what was done */
    inject: async (fault: Fault): Promise<string> => {
      switch (fault.kind) {
        case 'kill process':
        case 'freeze process':
          return hitProcess(fault);
        case 'kill backend':
        case 'freeze backend':
          return backends.inject(fault);
        case 'kill event store':
        case 'freeze event store':
          return hitEventStore(fault);
        case 'kill everything':
          return `Killed everything, ${await processes.killEverything()} processes`;
      }
    },
    thaw: backends.thawAll,
  };
};

export type FaultInjector = ReturnType<typeof createFaultInjector>;
