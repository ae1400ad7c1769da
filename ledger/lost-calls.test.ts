import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { streamOf } from '#/domain/ids.ts';
import { cents } from '#/domain/money.ts';
import type { Addressed } from '#/domain/policies/policy.ts';
import { refund } from '#/domain/refund/decider.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow, sampleSealed } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { payWithdrawal } from '#/domain/workflows/pay-withdrawal.ts';
import { readBackRefund, readBackWithdrawal } from '#/domain/workflows/read-back.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { refundAtProvider } from '#/domain/workflows/refund-at-provider.ts';
import { createAccountPeriods } from './account-periods.ts';
import { decode } from './codec.ts';
import { createDispatcher, recordCalls } from './dispatch.ts';
import { createEpochs } from './epochs.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { losingLogs, type Losing } from './testing/losing-logs.ts';

const base = { platformId: 'demo', provider: 'sandbox', at: sampleNow };

const openings: Readonly<Record<'refund' | 'payout', Addressed>> = {
  refund: {
    to: 'refund',
    id: 'r-1',
    command: {
      type: 'OpenRefund',
      refund: {
        ...base,
        sellerId: 'seller-1',
        paymentId: 'p-1',
        transactionId: 'tx-1',
        amount: cents(500),
      },
    },
  },
  payout: {
    to: 'withdrawal',
    id: 'w-1',
    command: {
      type: 'OpenWithdrawal',
      withdrawal: {
        ...base,
        receiverId: 'seller-1',
        amount: cents(5_000),
        fee: cents(150),
        method: 'PIX',
        pixType: 'EMAIL',
        destination: sampleSealed,
      },
    },
  },
};

/** The acquirer: it does what it is asked for each time, and may deny that it did. */
const acquirer = () => {
  const done: string[] = [];
  let isKnown = true;
  const found = <Answer>(id: string, answer: Answer) =>
    isKnown && done.includes(id) ? answer : undefined;
  return {
    done,
    denyAll: () => {
      isKnown = false;
    },
    provider: {
      refund: async ({ refundId }: { readonly refundId: string }) => {
        done.push(refundId);
        return { refundId, status: true };
      },
      getRefund: async ({ refundId }: { readonly refundId: string }) =>
        found(refundId, { refundId, status: true }),
      withdraw: async ({
        withdrawReference: withdrawId,
      }: {
        readonly withdrawReference: string;
      }) => {
        done.push(withdrawId);
        return { withdrawId, status: 'APPROVED' as const, amount: cents(4_850) };
      },
      findWithdraw: async ({
        withdrawReference: withdrawId,
      }: {
        readonly withdrawReference: string;
      }) => found(withdrawId, { withdrawId, status: 'APPROVED' as const, amount: cents(4_850) }),
    },
  };
};

const processOver = (store: EventStore, { provider }: ReturnType<typeof acquirer>) => {
  let now = sampleNow;
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods({ handler, store });
  const dispatch = createDispatcher({ handler, accounts, now: () => now });
  const ports: Ports = {
    ...portsTo(provider, now),
    begin: recordCalls(dispatch),
    epoch: createEpochs({ store, handler, now: () => now }),
    now: () => now,
  };
  const send = async (addressed: readonly Addressed[]): Promise<void> => {
    const context = { platform: 'demo', actor: 'system', correlation: 'c' };
    const outcomes = await dispatch(
      addressed.map((command) => ({ command, context: { ...context, commandId: randomUUID() } })),
    );
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(addressed.map(() => 'done'));
  };
  const react = async ({ to, id }: Addressed): Promise<void> => {
    const reaction = to === 'refund' ? refundAtProvider : payWithdrawal;
    const [recorded] = await store.readStream(`${to}-${id}`);
    if (!recorded) throw new Error('nothing was asked for');
    await send((await reaction.react({ ...decode(recorded), aggregateId: id }, ports)) ?? []);
  };
  const readBack = async ({ to, id }: Addressed): Promise<void> => {
    if (to === 'refund') {
      const { state } = await handler.load(refund, streamOf('refund', id));
      if (state.status === 'NONE') throw new Error('no refund');
      const commands = await readBackRefund(id, state, ports);
      await send(commands.map((command) => ({ to, id, command })));
      return;
    }
    const { state } = await handler.load(withdrawal, streamOf('withdrawal', id));
    if (state.status === 'NONE') throw new Error('no withdrawal');
    const commands = await readBackWithdrawal(id, state, ports);
    await send(commands.map((command) => ({ to: 'withdrawal', id, command })));
  };
  return {
    ports,
    send,
    react,
    readBack,
    statusOf: async ({ to, id }: Addressed): Promise<string> =>
      to === 'refund'
        ? (await handler.load(refund, streamOf('refund', id))).state.status
        : (await handler.load(withdrawal, streamOf('withdrawal', id))).state.status,
    wait: (seconds: number): void => {
      now = addSeconds(now, seconds);
    },
  };
};

for (const [place, open] of Object.entries(losingLogs)) {
  for (const [what, opening] of Object.entries(openings)) {
    describe(`A ${what} whose call was lost from a log in ${place}`, function () {
      this.timeout(30_000);
      let losing: Losing;
      let bank: ReturnType<typeof acquirer>;
      let process: ReturnType<typeof processOver>;

      beforeEach(async () => {
        losing = await open();
        bank = acquirer();
        process = processOver(losing.store, bank);
        await process.ports.epoch();
        await process.send([opening]);
        await process.react(opening);
        expect(bank.done).to.have.length(1);
        // Of what was recorded, the epoch and the request are left.
        await losing.keepOnly(2);
      });
      afterEach(() => losing.close());

      it('is looked for at the acquirer, and not asked for again', async () => {
        await process.react(opening);
        expect(bank.done).to.have.length(1);
        await process.readBack(opening);
        expect(await process.statusOf(opening)).to.equal('SETTLED');
        expect(bank.done).to.have.length(1);
      });

      it('is looked for by a process that starts later, too', async () => {
        const later = processOver(losing.store, bank);
        await process.ports.epoch();
        await later.react(opening);
        expect(bank.done).to.have.length(1);
      });

      it('is asked for again only when it can no longer be on its way', async () => {
        bank.denyAll();
        await process.readBack(opening);
        expect(bank.done).to.have.length(1);
        process.wait(31);
        await process.readBack(opening);
        expect(bank.done).to.have.length(2);
        const events = await losing.store.readStream(`${opening.to}-${opening.id}`);
        const attempted = events.map(decode).find(({ type }) => type.endsWith('Attempted'));
        expect(attempted?.data, 'a refusal of it says nothing').to.include({
          ordinal: 2,
          epoch: 2,
        });
      });
    });
  }
}
