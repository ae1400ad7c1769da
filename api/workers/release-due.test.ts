import { thisMachine } from '#/ledger/machine.ts';
import { expect } from 'chai';
import { account } from '#/domain/account/decider.ts';
import { accountStream } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { startReleases } from './release-due.ts';

const owner = { platformId: 'demo', sellerId: 'seller-1' };
const NOW = '2026-11-27T12:00:00.000Z';

const bookingOf = (paymentId: string, releaseOn: string) => ({
  command: {
    type: 'BookReceivables' as const,
    currency: 'BRL' as const,
    ...owner,
    paymentId,
    parts: { net: cents(1_000), fee: cents(0), interest: cents(0) },
    receivables: [{ installment: 1, amount: cents(1_000), dueOn: releaseOn, releaseOn }],
    now: NOW,
  },
  context: { commandId: paymentId, platform: 'demo', actor: 'system', correlation: paymentId },
});

describe('Release of receivables', () => {
  it('releases what is due today, keeps the rest pending, and continues when one account fails', async () => {
    const store = createMemoryStore([], { now: () => NOW });
    const handler = createCommandHandler({ store });
    const accounts = createAccountPeriods({ handler, store });
    const requests = [bookingOf('p-1', '2026-11-27'), bookingOf('p-2', '2026-11-28')];
    await accounts.handleAll(owner, requests, NOW);
    const failures: unknown[] = [];
    const releases = startReleases({
      accounts: {
        ...accounts,
        handle: async (whose, ...rest) => {
          if (whose.sellerId === 'broken') throw new Error('not this one');
          return accounts.handle(whose, ...rest);
        },
      },
      machine: thisMachine,
      now: () => NOW,
      isClockTrue: () => true,
      due: async () => [{ ...owner, sellerId: 'broken' }, owner],
      onFailure: (error) => failures.push(error),
    });
    const open = await eventually(async () => {
      const { state } = await handler.load(account, accountStream('seller-1', '2026-11'));
      return state.status === 'OPEN' && state.available > 0 ? state : undefined;
    }, 'money is released');
    await releases.stop();
    expect(open.available).to.equal(1_000);
    expect([...open.pending]).to.deep.equal([['2026-11-28', 1_000]]);
    expect(failures).to.have.length(1);
  });

  it('releases nothing while the clock is wrong, and goes on when it is right again', async () => {
    const store = createMemoryStore([], { now: () => NOW });
    const handler = createCommandHandler({ store });
    const accounts = createAccountPeriods({ handler, store });
    await accounts.handleAll(owner, [bookingOf('p-1', '2026-11-28')], NOW);
    const pauses: (() => void)[] = [];
    const requestedDays: string[] = [];
    let clock = { at: '2026-11-29T12:00:00.000Z', isTrue: false };
    const releases = startReleases({
      accounts,
      machine: { ...thisMachine, pause: () => new Promise((resolve) => pauses.push(resolve)) },
      now: () => clock.at,
      isClockTrue: () => clock.isTrue,
      due: async (through) => {
        requestedDays.push(through);
        return [owner];
      },
      // Among the days, so that a failure shows below.
      onFailure: (error) => requestedDays.push(String(error)),
    });
    /** Waits until this many sweeps have ended, and begins the next one. */
    const endSweep = async (times: number) => {
      await eventually(async () => pauses.length === times || undefined, 'a sweep ends');
      pauses.at(-1)?.();
    };
    await endSweep(1);
    expect(requestedDays).to.deep.equal([]);
    clock = { at: NOW, isTrue: true };
    await endSweep(2);
    await eventually(async () => pauses.length === 3 || undefined, 'a sweep ends');
    expect(requestedDays).to.deep.equal(['2026-11-27']);
    const stopped = releases.stop();
    pauses.at(-1)?.();
    await stopped;
    const { state } = await handler.load(account, accountStream('seller-1', '2026-11'));
    expect(state.status === 'OPEN' && state.available).to.equal(0);
  });
});
