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

const by = (commandId: string) => ({
  commandId,
  platform: 'demo',
  actor: 'system',
  correlation: 'p-1',
});

const owner = { platformId: 'demo', sellerId: 'seller-1', now } as const;
const books = accountStream('seller-1', '2026-11');

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

/** The copy, which lacks the last events, takes over during an append. */
const failingOver = () => {
  const [former, copy] = [createMemoryStore(), createMemoryStore()];
  let beneath: EventStore = former;
  let rewinds = 0;
  let isAboutToFail = false;
  const takeOver = (): void => {
    beneath = copy;
    rewinds += 1;
  };
  const store = storeWith(former, {
    append: async (...append) => {
      if (!isAboutToFail) return beneath.append(...append);
      isAboutToFail = false;
      takeOver();
      throw new AppendError({ kind: 'ambiguous' });
    },
    readStream: (...read) => beneath.readStream(...read),
    rewinds: () => rewinds,
  });
  return {
    former,
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
    await handler.handle(account, books, command, by(`${command.type}-${nth}`));
  }
};

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => error instanceof AppendError && error.failure.kind,
  );

describe('A command that was decided before the log lost its end', () => {
  it('is not recorded on the copy when its append was under way: no money is paid out that is not there', async () => {
    const { former, copy, store, takeOverInNextAppend } = failingOver();
    const open = { type: 'OpenAccount', ...owner, period: '2026-11' } as const;
    // The streams are equally long, so the revision that the withdrawal expects is also the copy's.
    await sendTo(former, open, ...funding('p-lost', 100));
    await sendTo(copy, open, ...funding('p-small', 1));
    const handler = createCommandHandler({ store });
    const hold: AccountCommand = {
      type: 'HoldWithdrawal',
      withdrawal: { ...sampleWithdrawal, withdrawalId: 'w-1', choice: null },
    };
    takeOverInNextAppend();
    expect(await failureOf(handler.handle(account, books, hold, by('w-1')))).to.equal('ambiguous');
    const { state } = await handler.load(account, books);
    expect(state.status === 'OPEN' && state.available).to.equal(1_00);
    expect(await readLog(copy)).to.have.length(3);

    const again = await handler.handle(account, books, hold, by('w-1')).catch((it: unknown) => it);
    expect(again, 'its caller asks again').to.have.property('code', 'account/insufficient-balance');
  });

  it('is not recorded when its caller had read the lost end: keys of its buyer may be lost too', async () => {
    const { copy, store, takeOver } = failingOver();
    const handler = createCommandHandler({ store });
    const request = { type: 'RequestPayment', payment: samplePayment() } as const;
    const loaded = await handler.load(payment, 'payment-p-1');
    takeOver();
    const late = handler.handle(payment, 'payment-p-1', request, by('c-1'), loaded);
    expect(await failureOf(late)).to.equal('unavailable');
    expect(await readLog(copy)).to.deep.equal([]);

    const fresh = await handler.load(payment, 'payment-p-1');
    await handler.handle(payment, 'payment-p-1', request, by('c-1'), fresh);
    expect(await readLog(copy)).to.have.length(1);
  });
});
