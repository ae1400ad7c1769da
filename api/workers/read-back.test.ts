import { thisMachine } from '#/ledger/machine.ts';
import { expect } from 'chai';
import { withShortPauses } from '#/api/testing/short-pauses.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ReceiverStatus } from '#/domain/ports/receiver.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleEncrypted as encrypted } from '#/domain/testing/samples.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createDispatcher } from '#/ledger/dispatch.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { createDueRequests } from './due-requests.ts';
import { startReadBack } from './read-back.ts';

const registrationOf = (sellerId: string) => ({
  platformId: 'demo',
  sellerId,
  provider: 'iugu',
  registrationId: derivedId('registration', sellerId),
  now,
});

/** Returns a receiver's status when it is queried for the nth time. */
type StatusAtAcquirer = (providerReceiverId: string, nth: number) => Promise<ReceiverStatus>;

const worldWith = async (
  sellers: readonly string[],
  statusAtAcquirer: StatusAtAcquirer,
  requestedAt = now,
  clock = { aheadSeconds: 0, isTrue: true },
) => {
  const store = createMemoryStore();
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods({ handler, store });
  const context = { platform: 'demo', actor: 'system', correlation: '1' };
  for (const seller of sellers) {
    const about = registrationOf(seller);
    const providerReceiverId = `re-${seller}`;
    const commands = [
      {
        ...about,
        type: 'ReviseDetails',
        documentType: 'CPF',
        register: encrypted,
        contact: encrypted,
      },
      { ...about, type: 'RequestRegistration', identity: encrypted, email: encrypted },
      { ...about, type: 'RecordRegistered', providerReceiverId, status: 'PENDING' },
    ] as const;
    await handler.handleAll(
      receiver,
      `receiver-${seller}`,
      commands.map((command, n) => ({
        command,
        context: { ...context, commandId: derivedId('c', `${seller} ${n}`) },
      })),
    );
  }
  const looks = new Map<string, number>();
  const providers: PaymentProviders = async () => ({
    id: 'iugu',
    label: 'iugu',
    paymentMethods: [],
    withdrawMethods: [],
    getReceiver: async ({ providerReceiverId }) => {
      const nth = (looks.get(providerReceiverId) ?? 0) + 1;
      looks.set(providerReceiverId, nth);
      return { providerReceiverId, status: await statusAtAcquirer(providerReceiverId, nth) };
    },
  });
  let sweeps = 0;
  let clockChecks = 0;
  const core = {
    handler,
    machine: thisMachine,
    dispatch: createDispatcher({ handler, accounts, now: () => now }),
    ports: {
      providers,
      open: async () => undefined,
      webhookUrl: () => '',
      ...withoutReceivers,
      files: memoryFiles().storage,
      secretName: (text: string) => text,
      digest: (text: string) => text,
      now: () => now,
      isClockTrue: () => {
        clockChecks += 1;
        return clock.isTrue;
      },
    },
    // Advances by two seconds per call, which is the delay before the first read-back.
    now: () => {
      sweeps += 1;
      return addSeconds(now, 2 * sweeps + clock.aheadSeconds);
    },
  };
  const open = sellers.map((sellerId) => ({
    kind: 'registration' as const,
    method: 'REGISTRATION' as const,
    id: registrationOf(sellerId).registrationId,
    sellerId,
    provider: 'iugu',
    requestedAt,
    submission: 'ANSWERED' as const,
  }));
  const becomesActive = (sellerId: string) =>
    eventually(async () => {
      const { state } = await handler.load(receiver, `receiver-${sellerId}`);
      return state.registrations.iugu?.status === 'ACTIVE' ? state : undefined;
    }, `the receiver ${sellerId} is active`);
  const worker = startReadBack({
    core: withShortPauses(core),
    due: [createDueRequests({ after: async ({ id }) => (id === '' ? open : []) })],
    onFailure: (error) => expect.fail(String(error)),
  });
  return { worker, looks, clockChecks: () => clockChecks, becomesActive };
};

describe('startReadBack', () => {
  it('asks the acquirer about a receiver registration until it is active', async () => {
    const { worker, looks, becomesActive } = await worldWith(['s-1'], async (_id, nth) => {
      if (nth > 2) throw new Error('asked once too often');
      return nth === 1 ? 'PENDING' : 'ACTIVE';
    });
    const state = await becomesActive('s-1');
    await worker.stop();
    expect(state.registrations.iugu?.providerReceiverId).to.equal('re-s-1');
    expect(looks.get('re-s-1')).to.equal(2);
  });

  it('asks again soon when the acquirer gave no answer, although the schedule is minutes away', async () => {
    const statusAtAcquirer: StatusAtAcquirer = async (_id, nth) => {
      if (nth < 3) throw new ProviderFailure('unavailable', 'broken', { mayHaveHappened: false });
      return 'ACTIVE';
    };
    const { worker, becomesActive } = await worldWith(
      ['s-1'],
      statusAtAcquirer,
      addSeconds(now, -600),
    );
    await becomesActive('s-1');
    await worker.stop();
  });

  it('asks in time about what was open while the clock was a year ahead, once it is right again', async () => {
    const clock = { aheadSeconds: 365 * 24 * 3_600, isTrue: false };
    const statusAtAcquirer: StatusAtAcquirer = async () => 'ACTIVE';
    const { worker, looks, clockChecks, becomesActive } = await worldWith(
      ['s-1'],
      statusAtAcquirer,
      now,
      clock,
    );
    await eventually(
      async () => clockChecks() >= 2 || undefined,
      'it has swept twice by the wrong clock',
    );
    expect(looks.size).to.equal(0);
    Object.assign(clock, { aheadSeconds: 0, isTrue: true });
    await becomesActive('s-1');
    await worker.stop();
  });

  it('goes on with other registrations while the acquirer is slow to answer about one, and does not ask twice about that one', async () => {
    const slow = Promise.withResolvers<ReceiverStatus>();
    const { worker, looks, becomesActive } = await worldWith(['s-1', 's-2'], async (id, nth) => {
      if (id === 're-s-1') return slow.promise;
      return nth < 3 ? 'PENDING' : 'ACTIVE';
    });
    await becomesActive('s-2');
    expect(looks.get('re-s-1')).to.equal(1);
    slow.resolve('ACTIVE');
    await becomesActive('s-1');
    await worker.stop();
  });
});
