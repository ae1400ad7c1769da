import { expect } from 'chai';
import { createLeases, waitUntilTermEnds, type Leases } from './leases.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import type { LeaseSessions } from './sessions.ts';

export interface LeasesUnderTest {
  /** Opens the leases as another process does. */
  readonly open: () => Promise<LeaseSessions>;
  /** Simulates that no lease was renewed for long. */
  readonly expire: () => Promise<void>;
  /** Breaks the session of each process that holds a lease. */
  readonly cutOff: () => Promise<void>;
  /** Lets no session get an answer until the returned function is called. */
  readonly holdUp: () => Promise<() => Promise<void>>;
  /** Returns a text that changes when a lease is renewed. */
  readonly lastRenewal: () => Promise<string>;
  readonly dispose: () => Promise<void>;
}

interface Process {
  readonly leases: Leases;
  readonly failures: unknown[];
  readonly reported: ('begins' | 'ends')[];
  readonly leads: () => boolean;
}

const WORK = 'sweeping';

const claim = ({ leases, reported }: Process) =>
  leases.leaderOf(WORK)(async (signal) => {
    reported.push('begins');
    await waitUntilTermEnds(signal);
    reported.push('ends');
  });

const leading = (process: Process) => eventually(() => process.leads() || undefined, 'it leads');
const ended = ({ reported }: Process) =>
  eventually(() => reported.includes('ends') || undefined, 'it knows that it has lost the lease');

export const leasesContract = (name: string, begin: () => Promise<LeasesUnderTest>): void => {
  describe(`A lease ${name}`, () => {
    let underTest: LeasesUnderTest;
    let processes: Process[];

    beforeEach(async () => {
      underTest = await begin();
      processes = [];
    });
    afterEach(async () => {
      for (const { leases } of processes) await leases.stop();
      await underTest.dispose();
    });

    const open = async (lastsMs = 1_000): Promise<Process> => {
      const failures: unknown[] = [];
      const reported: ('begins' | 'ends')[] = [];
      const leases = createLeases({
        sessions: await underTest.open(),
        onFailure: (error) => failures.push(error),
        lastsMs,
      });
      const process = { leases, failures, reported, leads: () => reported.at(-1) === 'begins' };
      processes.push(process);
      return process;
    };

    it('is held by one process at a time, and passes to the next when the holder gives it back', async () => {
      const [first, second] = [await open(), await open()];
      const held = claim(first);
      await leading(first);
      claim(second);
      // After one more renewal, the second process has requested the lease.
      const earlierRenewal = await underTest.lastRenewal();
      await eventually(
        async () => (await underTest.lastRenewal()) !== earlierRenewal || undefined,
        'it is renewed',
      );
      expect(second.reported).to.deep.equal([]);
      await held.stop();
      await leading(second);
      expect(first.reported).to.deep.equal(['begins', 'ends']);
    });

    it('passes to another process when the session of its holder ends', async () => {
      const [first, second] = [await open(3_600_000), await open()];
      claim(first);
      await leading(first);
      claim(second);
      await underTest.cutOff();
      await ended(first);
      await leading(second);
    });

    it('passes to another process when it expires, and the frozen holder then stops', async () => {
      const [first, second] = [await open(), await open()];
      claim(first);
      await leading(first);
      claim(second);
      await eventually(async () => {
        await underTest.expire();
        return second.leads() || undefined;
      }, 'the second leads');
      await ended(first);
    });

    it('ends for its holder when it cannot be renewed, and begins again when it can', async () => {
      const first = await open();
      claim(first);
      await leading(first);
      const answerAgain = await underTest.holdUp();
      await ended(first);
      await answerAgain();
      await eventually(() => first.reported.length === 3 || undefined, 'it begins again');
    });

    it('that expired while it was being renewed begins again only after its task has returned', async () => {
      const { leases } = await open();
      const { promise: isAllowed, resolve: letReturn } = Promise.withResolvers<void>();
      let [running, most, expired] = [0, 0, 0];
      leases.leaderOf(WORK)(async (term) => {
        running += 1;
        most = Math.max(most, running);
        await waitUntilTermEnds(term);
        expired += 1;
        await isAllowed;
        running -= 1;
      });
      await eventually(() => running === 1 || undefined, 'it leads');
      const answerAgain = await underTest.holdUp();
      await eventually(() => expired === 1 || undefined, 'it expires');
      await answerAgain();
      let isAnswered = false;
      // This task is requested after the answer to the renewal.
      leases.leaderOf('later')(async () => {
        isAnswered = true;
      });
      await eventually(() => isAnswered || undefined, 'the renewal is answered');
      letReturn();
      await eventually(() => running === 1 || undefined, 'it begins again');
      expect(most).to.equal(1);
    });

    it('is given up when its task returns, and taken again when its task throws', async () => {
      const [first, second] = [await open(), await open()];
      let attempts = 0;
      first.leases.leaderOf('returns')(async () => undefined);
      second.leases.leaderOf('throws')(async () => {
        attempts += 1;
        throw new Error('not today');
      });
      await eventually(() => attempts > 1 || undefined, 'it is tried again');
      expect(second.failures.map(String)).to.include('Error: not today');
      let isTaken = false;
      second.leases.leaderOf('returns')(async () => {
        isTaken = true;
      });
      await eventually(() => isTaken || undefined, 'another does it');
    });

    it('has an epoch that rises when it passes to another holder or was not renewed, and only then', async () => {
      const sessions = await underTest.open();
      const [first, second] = await Promise.all(
        ['first', 'second'].map((holder) => sessions.open(holder, () => undefined)),
      );
      const epochs: unknown[] = [];
      const renew = async (session = first): Promise<void> => {
        const held = (await session?.renew([WORK, 'other'], 60_000)) ?? [];
        epochs.push(held.find((each) => each.name === WORK)?.epoch);
      };
      await renew();
      await renew();
      await renew(second);
      await underTest.expire();
      await renew();
      await first?.giveBack(WORK);
      await renew(second);
      await first?.giveBack(WORK);
      await renew();
      second?.end();
      await eventually(async () => {
        await renew();
        return epochs.at(-1) === '4' || undefined;
      }, 'the first holds it again');
      first?.end();
      expect(epochs.slice(0, 6)).to.deep.equal(['1', '1', undefined, '2', '3', undefined]);
    });
  });
};
