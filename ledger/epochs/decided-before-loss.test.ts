import { expect } from 'chai';
import { account } from '#/domain/account/decider.ts';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { accountStream } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { samplePayment, sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { AppendError, type EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { readLog } from '#/ledger/contract/samples.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';

const contextOf = (commandId: string) => ({
  commandId,
  platform: 'demo',
  actor: 'system',
  correlation: 'p-1',
});

const owner = { platformId: 'demo', sellerId: 'seller-1', now } as const;
const accountInNovember = accountStream('seller-1', '2026-11');

const funding = (paymentId: string, reais: number): readonly AccountCommand[] => {
  const amount = cents(reais * 100);
  const dueOn = '2026-11-20';
  return [
    {
      type: 'BookReceivables',
      ...owner,
      currency: 'BRL',
      paymentId,
      parts: { net: amount, fee: cents(0), interest: cents(0) },
      receivables: [{ installment: 1, amount, dueOn, releaseOn: dueOn }],
    },
    { type: 'ReleaseReceivables', ...owner, through: dueOn },
  ];
};

/** A log whose copy, which lacks the last events, takes over: at once by `takeOver`, or during the next append. */
const failingOver = () => {
  const [original, copy] = [createMemoryStore(), createMemoryStore()];
  let current: EventStore = original;
  let rewinds = 0;
  let isAboutToFail = false;
  const takeOver = (): void => {
    current = copy;
    rewinds += 1;
  };
  const store = storeWith(original, {
    append: async (...append) => {
      if (!isAboutToFail) return current.append(...append);
      isAboutToFail = false;
      takeOver();
      throw new AppendError({ kind: 'ambiguous' });
    },
    readStream: (...read) => current.readStream(...read),
    rewinds: () => rewinds,
  });
  return {
    original,
    copy,
    store,
    takeOver,
    takeOverInNextAppend: () => {
      isAboutToFail = true;
    },
  };
};

const sendTo = async (store: EventStore, ...commands: readonly AccountCommand[]): Promise<void> => {
  const handler = createCommandHandler({ store });
  for (const [nth, command] of commands.entries()) {
    await handler.handle(account, accountInNovember, command, contextOf(`${command.type}-${nth}`));
  }
};

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => error instanceof AppendError && error.failure.kind,
  );

describe('A command that was decided before the log lost its end', () => {
  it('is not recorded on the copy when its append was under way, so that no money is held which the copy lacks', async () => {
    const { original, copy, store, takeOverInNextAppend } = failingOver();
    const open = { type: 'OpenAccount', ...owner, period: '2026-11' } as const;
    // The streams are equally long, so the revision that the withdrawal expects is also the copy's.
    await sendTo(original, open, ...funding('p-lost', 100));
    await sendTo(copy, open, ...funding('p-small', 1));
    const handler = createCommandHandler({ store });
    const hold: AccountCommand = {
      type: 'HoldWithdrawal',
      withdrawal: { ...sampleWithdrawal, withdrawalId: 'w-1', choice: null },
    };
    takeOverInNextAppend();
    expect(
      await failureOf(handler.handle(account, accountInNovember, hold, contextOf('w-1'))),
    ).to.equal('ambiguous');
    const { state } = await handler.load(account, accountInNovember);
    expect(state.status === 'OPEN' && state.available).to.equal(1_00);
    expect(await readLog(copy)).to.have.length(3);

    const repeated = await handler
      .handle(account, accountInNovember, hold, contextOf('w-1'))
      .catch((reason: unknown) => reason);
    expect(repeated, 'its caller asks again').to.have.property(
      'code',
      'account/insufficient-balance',
    );
  });

  it('is not recorded when its caller had read the lost end, because keys of its buyer may be lost too', async () => {
    const { copy, store, takeOver } = failingOver();
    const handler = createCommandHandler({ store });
    const request = { type: 'RequestPayment', payment: samplePayment() } as const;
    const loaded = await handler.load(payment, 'payment-p-1');
    takeOver();
    const late = handler.handle(payment, 'payment-p-1', request, contextOf('c-1'), loaded);
    expect(await failureOf(late)).to.equal('unavailable');
    expect(await readLog(copy)).to.deep.equal([]);

    const fresh = await handler.load(payment, 'payment-p-1');
    await handler.handle(payment, 'payment-p-1', request, contextOf('c-1'), fresh);
    expect(await readLog(copy)).to.have.length(1);
  });
});
