import { expect } from 'chai';
import { sumPendingOn } from '#/domain/account/pending-days.ts';
import { account } from '#/domain/account/decider.ts';
import { accountStream } from '#/domain/values/ids.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { ClockAhead } from './books.ts';
import { createAccountPeriods } from './periods.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { createDispatcher } from '#/ledger/dispatch.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { owner, processOver, request, typesIn } from '#/ledger/testing/account-processes.ts';
import { countingReads, storeWith } from '#/ledger/testing/counting-store.ts';

const LAST = '2028-06-01T12:00:00.000Z';
const NOVEMBER = '2026-11-20T15:00:00.000Z';
const DECEMBER = '2026-12-01T12:00:00.000Z';
const MARCH = '2027-03-01T12:00:00.000Z';

const logAt = (now: Timestamp = LAST) => createMemoryStore([], { now: () => now });

describe('Monthly account periods', () => {
  it('opens a period at the first command and closes it at the first command of a later month', async () => {
    const store = logAt();
    const { accounts } = processOver(store);
    await accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    await accounts.handle(owner, request('p-2', MARCH), MARCH);
    expect(await typesIn(store, '2026-11')).to.deep.equal([
      'AccountOpened',
      'ReceivablesBooked',
      'AccountPeriodClosed',
    ]);
    expect(await typesIn(store, '2027-03')).to.deep.equal(['AccountOpened', 'ReceivablesBooked']);
  });

  it('books in the current period even when another process opened it', async () => {
    const store = logAt();
    const [{ accounts: oneProcess }, { accounts: otherProcess }] = [
      processOver(store),
      processOver(store),
    ];
    await oneProcess.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    await otherProcess.handle(owner, request('p-2', NOVEMBER), NOVEMBER);
    await otherProcess.handle(owner, request('p-3', DECEMBER), DECEMBER);
    // This process still sends November, but its command is booked in December.
    await oneProcess.handle(owner, request('p-4', NOVEMBER), NOVEMBER);
    expect(await typesIn(store, '2026-12')).to.deep.equal([
      'AccountOpened',
      'ReceivablesBooked',
      'ReceivablesBooked',
    ]);
  });

  it('books a payment once when its approval is delivered again months later, where event ids are unique in each stream only', async () => {
    const store = createMemoryStore([], { now: () => LAST, idsUniqueIn: 'stream' });
    const running = processOver(store).accounts;
    await running.handle(owner, request('p-0', NOVEMBER), NOVEMBER);
    const since = await store.head();
    const approved = (paymentId: string, now: string) => {
      const { command, context } = request(paymentId, now);
      return { command, context: { ...context, commandId: paymentId, ...(since && { since }) } };
    };
    await running.handle(owner, approved('p-1', NOVEMBER), NOVEMBER);
    const [december] = await running.handleAll(owner, [approved('p-2', DECEMBER)], DECEMBER);
    expect(december).to.have.nested.property('events.length', 1);
    const restarted = processOver(store).accounts;
    for (const accounts of [running, restarted]) {
      const first = await accounts.handle(owner, approved('p-1', MARCH), MARCH);
      expect(first.events).to.deep.equal([]);
      const both = [approved('p-2', MARCH), approved('p-3', MARCH)];
      const [second, third] = await accounts.handleAll(owner, both, MARCH);
      expect(second).to.have.nested.property('events.length', 0);
      expect(third).to.have.nested.property('kind', 'done');
    }
    const { handler } = processOver(store);
    const { state } = await handler.load(account, accountStream('seller-1', '2027-03'));
    expect(state.status === 'OPEN' && sumPendingOn(state.pending, '2026-11-27')).to.equal(4_000);
  });

  it('reads no earlier month for a command whose cause came after the open month began', async () => {
    const memory = logAt();
    await processOver(memory).accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    await processOver(memory).accounts.handle(owner, request('p-2', DECEMBER), DECEMBER);
    const since = await memory.head();
    const { counting: store, reads } = countingReads(memory);
    const { accounts } = processOver(store);
    const { command, context } = request('p-3', DECEMBER);
    const caused = { command, context: { ...context, ...(since && { since }) } };
    await accounts.handle(owner, caused, DECEMBER);
    expect(reads).to.deep.equal([accountStream('seller-1', '2026-12')]);
  });

  it('looks for the earlier months of a new account in one round, and of an active account in one read', async () => {
    const memory = logAt();
    let [reads, underWay, mostUnderWay] = [0, 0, 0];
    const store = storeWith(memory, {
      readStream: async (stream, options) => {
        reads += 1;
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await new Promise(setImmediate);
        underWay -= 1;
        return memory.readStream(stream, options);
      },
    });
    const { accounts } = processOver(store);
    await accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    // From twelve months before this log begins to twelve months ahead.
    expect(mostUnderWay).to.equal(25);
    reads = 0;
    await accounts.handle(owner, request('p-2', DECEMBER), DECEMBER);
    expect(reads).to.be.below(7);
  });

  it('carries the balances over months in which nothing happened', async () => {
    const store = logAt();
    await processOver(store).accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    const { handler, accounts } = processOver(store);
    await accounts.handle(owner, request('p-2', LAST), LAST);
    const { state } = await handler.load(account, accountStream('seller-1', '2028-06'));
    expect(state.status === 'OPEN' && sumPendingOn(state.pending, '2026-11-27')).to.equal(2_000);
  });

  it('begins no month when the clock of the process is ahead of the log’s', async () => {
    const store = logAt(NOVEMBER);
    const { accounts: ahead } = processOver(store);
    const error = await ahead
      .handle(owner, request('p-1', DECEMBER), DECEMBER)
      .catch((reason: unknown) => reason);
    expect(error).to.be.an.instanceof(ClockAhead);
    expect(await typesIn(store, '2026-12')).to.deep.equal([]);
    const { accounts } = processOver(store);
    await accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    expect(await typesIn(store, '2026-11')).to.deep.equal(['AccountOpened', 'ReceivablesBooked']);
  });

  it('begins no month while the clock of the process may be wrong, but continues an open one', async () => {
    const store = logAt(DECEMBER);
    const handler = createCommandHandler({ store });
    let isTrue = false;
    const accounts = createAccountPeriods({ handler, store, isClockTrue: () => isTrue });
    const book = () => accounts.handle(owner, request('p-1', DECEMBER), DECEMBER);
    const error = await book().catch((reason: unknown) => reason);
    expect(error)
      .to.be.an.instanceof(AppendError)
      .with.nested.property('failure.kind', 'unavailable');
    expect(await typesIn(store, '2026-12')).to.deep.equal([]);
    isTrue = true;
    await book();
    isTrue = false;
    const { command, context } = request('p-2', DECEMBER);
    await accounts.handle(owner, { command, context }, DECEMBER);
    expect(await typesIn(store, '2026-12')).to.deep.equal([
      'AccountOpened',
      'ReceivablesBooked',
      'ReceivablesBooked',
    ]);
  });

  it('fails only commands to accounts while the clock may be wrong: commands to other aggregates are carried out', async () => {
    const store = logAt(DECEMBER);
    const handler = createCommandHandler({ store });
    const accounts = createAccountPeriods({ handler, store, isClockTrue: () => false });
    const dispatch = createDispatcher({ handler, accounts, now: () => DECEMBER });
    const { command, context } = request('p-1', DECEMBER);
    const settle = { type: 'SettleRefund', refundId: 'r-1', now: DECEMBER } as const;
    const [booked, settled] = await dispatch([
      { command: { to: 'account', id: owner.sellerId, command }, context },
      { command: { to: 'payment', id: 'p-1', command: settle }, context },
    ]);
    expect(booked).to.include({ kind: 'failed' });
    expect(settled?.kind).to.be.oneOf(['done', 'refused']);
  });

  it('keeps all money in one month when it was begun early and later processes have the right time', async () => {
    const store = logAt(MARCH);
    await processOver(store).accounts.handle(owner, request('p-1', MARCH), MARCH);
    await processOver(store).accounts.handle(owner, request('p-2', NOVEMBER), NOVEMBER);
    const { handler, accounts } = processOver(store);
    await accounts.handle(owner, request('p-3', DECEMBER), DECEMBER);
    expect(await typesIn(store, '2026-11')).to.deep.equal([]);
    const { state } = await handler.load(account, accountStream('seller-1', '2027-03'));
    expect(state.status === 'OPEN' && sumPendingOn(state.pending, '2026-11-27')).to.equal(3_000);
  });

  it('carries the balances into one month when two processes begin different ones', async () => {
    const store = logAt();
    await processOver(store).accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    const [{ accounts: oneProcess }, { accounts: otherProcess }] = [
      processOver(store),
      processOver(store),
    ];
    await Promise.all([
      oneProcess.handle(owner, request('p-2', DECEMBER), DECEMBER),
      otherProcess.handle(owner, request('p-3', MARCH), MARCH),
    ]);
    const { handler, accounts } = processOver(store);
    await accounts.handle(owner, request('p-4', MARCH), MARCH);
    const { state } = await handler.load(account, accountStream('seller-1', '2027-03'));
    expect(state.status === 'OPEN' && sumPendingOn(state.pending, '2026-11-27')).to.equal(4_000);
  });

  it('continues when a process died between beginning a month and opening it', async () => {
    const memory = logAt();
    await processOver(memory).accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    let writes = 0;
    for (const writesAllowed of [1, 2, 3, 4]) {
      const dying = storeWith(memory, {
        append: async (...append) => {
          writes += 1;
          if (writes > writesAllowed) throw new Error('killed');
          return memory.append(...append);
        },
      });
      writes = 0;
      await processOver(dying)
        .accounts.handle(owner, request('p-2', DECEMBER), DECEMBER)
        .catch(() => undefined);
    }
    const { handler, accounts } = processOver(memory);
    await accounts.handle(owner, request('p-2', DECEMBER), DECEMBER);
    const { state } = await handler.load(account, accountStream('seller-1', '2026-12'));
    expect(state.status === 'OPEN' && sumPendingOn(state.pending, '2026-11-27')).to.equal(2_000);
  });

  it('reads one stream for the first command of a process to an account, and none for later ones', async () => {
    const memory = logAt();
    await processOver(memory).accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    const { counting: store, reads } = countingReads(memory);
    const { accounts } = processOver(store);
    await accounts.handle(owner, request('p-2', NOVEMBER), NOVEMBER);
    expect(reads).to.deep.equal([accountStream('seller-1', '2026-11')]);
    await accounts.handle(owner, request('p-3', NOVEMBER), NOVEMBER);
    expect(reads).to.have.length(1);
  });
});
