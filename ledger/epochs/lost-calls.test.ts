import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { holdsFor } from '#/domain/account/state.ts';
import { idOf, streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { policies } from '#/domain/policies/policies.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { refund } from '#/domain/refund/decider.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { payWithdrawal } from '#/domain/workflows/pay-withdrawal.ts';
import { readBackWithdrawal } from '#/domain/workflows/read-back.ts';
import { readBackRefund } from '#/domain/workflows/read-back-refund.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { refundAtProvider } from '#/domain/workflows/refund-at-provider.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import { createDispatcher, recordCalls } from '#/ledger/dispatch.ts';
import { createEpochs } from './epochs.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { funding, requests, type Request } from '#/ledger/testing/held-requests.ts';
import { losingLogs, type LosingLog } from '#/ledger/testing/losing-logs.ts';

/** An acquirer that carries out a repeated request a second time. After `denyAll` its look-ups find no request. */
const acquirer = () => {
  const done: string[] = [];
  let deniesAll = false;
  const lookUp = <Result>(id: string, answer: Result) =>
    !deniesAll && done.includes(id) ? answer : undefined;
  return {
    done,
    denyAll: () => {
      deniesAll = true;
    },
    provider: {
      refund: async ({ refundId }: { readonly refundId: string }) => {
        done.push(refundId);
        return { refundId, status: true };
      },
      getRefund: async ({ refundId }: { readonly refundId: string }) =>
        lookUp(refundId, { refundId, status: true }),
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
      }) => lookUp(withdrawId, { withdrawId, status: 'APPROVED' as const, amount: cents(4_850) }),
    },
  };
};

const processOver = (
  store: EventStore,
  { provider }: { readonly provider: Partial<PaymentProvider> },
) => {
  let now = sampleNow;
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods({ handler, store });
  const dispatch = createDispatcher({ handler, accounts, now: () => now });
  const ports: Ports = {
    ...portsTo(provider, now),
    isHeld: async (seller, id) => holdsFor(await accounts.load(seller, now), id),
    begin: recordCalls(dispatch),
    epoch: createEpochs({ store, handler, sharedMs: async () => Date.parse(now) }).current,
    now: () => now,
  };
  const send = async (addressed: readonly AddressedCommand[]): Promise<void> => {
    const context = { platform: 'demo', actor: 'system', correlation: 'c' };
    const outcomes = await dispatch(
      addressed.map((command) => ({ command, context: { ...context, commandId: randomUUID() } })),
    );
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(addressed.map(() => 'done'));
  };
  const read = async (): Promise<readonly RecordedEvent[]> =>
    (await Array.fromAsync(store.readAll({}))).flat().map(decode);
  const react = async ({ to, id }: Request): Promise<void> => {
    const reaction = to === 'refund' ? refundAtProvider : payWithdrawal;
    const [recorded] = await store.readStream(`${to}-${id}`);
    if (!recorded) throw new Error('nothing was asked for');
    await send((await reaction.react({ ...decode(recorded), aggregateId: id }, ports)) ?? []);
  };
  const decide = async (event: RecordedEvent): Promise<void> => {
    const at = { now, epoch: await ports.epoch() };
    const happened = { ...event, aggregateId: idOf(event.stream) };
    await send(policies.flatMap((policy) => policy.react(happened, at)));
  };
  const readBack = async ({ to, id }: Request): Promise<void> => {
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
    read,
    decide,
    react,
    readBack,
    statusOf: async ({ to, id }: Request): Promise<string> =>
      to === 'refund'
        ? (await handler.load(refund, streamOf('refund', id))).state.status
        : (await handler.load(withdrawal, streamOf('withdrawal', id))).state.status,
    wait: (seconds: number): void => {
      now = addSeconds(now, seconds);
    },
  };
};

/** Returns the first event whose type ends with `ending`, and the number of events up to it, itself included. */
const upTo = (
  events: readonly RecordedEvent[],
  ending: 'Held' | 'Requested',
): { readonly count: number; readonly event: RecordedEvent } => {
  const index = events.findIndex(({ type }) => type.endsWith(ending));
  const event = events[index];
  if (!event) throw new Error(`nothing was ${ending}`);
  return { count: index + 1, event };
};

for (const [place, open] of Object.entries(losingLogs)) {
  for (const [what, request] of Object.entries(requests)) {
    describe(`A ${what} at an acquirer, and a log in ${place} that has lost its end`, function () {
      this.timeout(30_000);
      let losing: LosingLog;
      let bank: ReturnType<typeof acquirer>;
      let process: ReturnType<typeof processOver>;
      let held: RecordedEvent;

      /** Loses the events after the first one whose type ends with `ending`; with `itself`, that event too. */
      const lose = async (ending: 'Held' | 'Requested', and?: 'itself'): Promise<void> => {
        const { count } = upTo(await process.read(), ending);
        await losing.keepOnly(and === 'itself' ? count - 1 : count);
      };
      /** Lets the policies process the hold, then the process call the acquirer. */
      const ask = async (): Promise<void> => {
        await process.decide(held);
        await process.react(request);
      };

      beforeEach(async () => {
        losing = await open();
        bank = acquirer();
        process = processOver(losing.store, bank);
        await process.ports.epoch();
        await process.send(funding);
        await process.send([request.hold]);
        held = upTo(await process.read(), 'Held').event;
      });
      afterEach(() => losing.close());

      it('is looked up when its call was lost, and not sent again', async () => {
        await ask();
        await lose('Requested');
        await process.react(request);
        expect(bank.done).to.have.length(1);
        await process.readBack(request);
        expect(await process.statusOf(request)).to.equal('SETTLED');
        expect(bank.done).to.have.length(1);
      });

      it('is not sent again by a process that starts later, either', async () => {
        await ask();
        await lose('Requested');
        const later = processOver(losing.store, bank);
        await process.ports.epoch();
        await later.react(request);
        expect(bank.done).to.have.length(1);
      });

      it('is sent again only when its acquirer declares after which time a failed look-up is proof', async () => {
        await ask();
        await lose('Requested');
        bank.denyAll();
        await process.readBack(request);
        process.wait(3_600);
        await process.readBack(request);
        expect(bank.done, 'nothing is declared').to.have.length(1);
        const absence = { refund: { seconds: 60 }, withdraw: { seconds: 60 } };
        const declaring = processOver(losing.store, { provider: { ...bank.provider, absence } });
        declaring.wait(64);
        await declaring.readBack(request);
        expect(bank.done).to.have.length(1);
        declaring.wait(2);
        await declaring.readBack(request);
        expect(bank.done).to.have.length(2);
        const events = await losing.store.readStream(`${request.to}-${request.id}`);
        const attempted = events.map(decode).find(({ type }) => type.endsWith('Attempted'));
        expect(attempted?.data, 'a refusal of it says nothing').to.include({
          ordinal: 2,
          epoch: 2,
        });
      });

      it('is looked up where its request was lost with the call, and only its hold is in the log', async () => {
        await ask();
        await lose('Held');
        // The policies may process the hold much later.
        await process.ports.epoch();
        process.wait(24 * 3_600);
        await ask();
        expect(bank.done).to.have.length(1);
        await process.readBack(request);
        expect(await process.statusOf(request)).to.equal('SETTLED');
        expect(bank.done).to.have.length(1);
      });

      it('is looked up where its hold was lost as well, and the same hold is requested again', async () => {
        await ask();
        await lose('Held', 'itself');
        await process.ports.epoch();
        await process.send([request.hold]);
        held = upTo(await process.read(), 'Held').event;
        await ask();
        expect(bank.done).to.have.length(1);
        await process.readBack(request);
        expect(await process.statusOf(request)).to.equal('SETTLED');
        expect(bank.done).to.have.length(1);
      });

      it('is not sent for a hold that was read before it was lost', async () => {
        await lose('Held', 'itself');
        await ask();
        process.wait(31);
        await process.readBack(request);
        expect(bank.done).to.have.length(0);
      });
    });
  }
}
