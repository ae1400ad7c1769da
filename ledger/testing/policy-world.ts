import { randomUUID } from 'node:crypto';
import { account } from '#/domain/account/decider.ts';
import { sumPending } from '#/domain/account/state.ts';
import { accountStream, streamOf } from '#/domain/values/ids.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { policies } from '#/domain/policies/policies.ts';
import { reactions } from '#/domain/workflows/reactions.ts';
import { type Policy } from '#/domain/policies/policy.ts';
import { type Ports } from '#/domain/workflows/reaction.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import {
  sampleNow as now,
  samplePayment,
  sampleAnswer,
  sampleMeans,
} from '#/domain/testing/samples.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import { createMemoryCheckpoints, type Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { createDispatcher, recordCalls } from '#/ledger/dispatch.ts';
import { decode } from '#/ledger/codec.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { startPolicyRunner } from '#/ledger/policies/runner.ts';
import { type EventStore } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';

export const context = () => ({
  commandId: randomUUID(),
  platform: 'demo',
  actor: 'system',
  correlation: 'p-1',
});

/** Returns the payments that are booked for `seller-1` in November 2026, in the order of booking. */
export const bookedIn = async (store: EventStore): Promise<readonly string[]> => {
  const events = await store.readStream(accountStream('seller-1', '2026-11'));
  return events
    .map(decode)
    .flatMap(({ type, data }) => (type === 'ReceivablesBooked' ? data.paymentId : []));
};

const providerThat = (refundAnswer: () => Promise<boolean>): PaymentProvider => ({
  id: 'sandbox',
  label: 'Sandbox',
  paymentMethods: [],
  withdrawMethods: [],
  refund: async ({ refundId }) => ({ refundId, status: await refundAnswer() }),
});

const approving = (id: string, sellerId: string): readonly PaymentCommand[] => [
  { type: 'RequestPayment', payment: samplePayment({ sellerId }) },
  {
    type: 'RecordSubmission',
    provider: 'sandbox',
    paymentId: id,
    answer: sampleAnswer({ transactionId: `tx-${id}` }),
    ...sampleMeans,
    now,
  },
  {
    type: 'RecordProviderStatus',
    provider: 'sandbox',
    paymentId: id,
    answer: sampleAnswer({ transactionId: `tx-${id}` }),
    status: 'APPROVED',
    noticeId: 'n-1',
    cause: null,
    endToEndId: null,
    now,
  },
];

export const policyWorld = (
  options: {
    readonly extra?: readonly Policy[];
    readonly refunds?: () => Promise<boolean>;
    readonly store?: EventStore;
    readonly ports?: Partial<Ports>;
    /** The clock of the policies, and of the log unless `store` is given. */
    readonly clock?: () => Timestamp;
  } = {},
) => {
  const { clock = () => now, store = createMemoryStore([], { now: clock }) } = options;
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods({ handler, store });
  const checkpoints = createMemoryCheckpoints('');
  const dispatch = createDispatcher({ handler, accounts, now: clock });
  const provider = providerThat(options.refunds ?? (async () => true));
  const ports: Ports = {
    providers: async () => provider,
    open: async () => undefined,
    ...withoutReceivers,
    begin: recordCalls(dispatch),
    files: memoryFiles().storage,
    secretName: (text) => text,
    digest: (text) => text,
    webhookUrl: () => 'http://127.0.0.1:9',
    now: clock,
    ...options.ports,
  };
  const failures: string[] = [];
  const start = (runnerCheckpoints: Checkpoints = checkpoints, retryParkedMs = 60_000) =>
    startPolicyRunner({
      store,
      dispatch,
      checkpoints: runnerCheckpoints,
      ports,
      policies: [...policies, ...(options.extra ?? [])],
      reactions,
      retryParkedMs,
      onFailure: ({ policy }) => failures.push(policy),
    });
  const settled = async (runner: ReturnType<typeof start>): Promise<void> => {
    await eventually(
      async () => ((runner.position() ?? '') === (await store.head()) ? true : undefined),
      'policies have seen everything',
    );
  };
  const send = (id: string, ...commands: readonly PaymentCommand[]) =>
    handler.handleAll(
      payment,
      streamOf('payment', id),
      commands.map((command) => ({ command, context: context() })),
    );
  const approve = (id: string, sellerId = 'seller-1') => send(id, ...approving(id, sellerId));
  const pending = async (sellerId = 'seller-1'): Promise<number> => {
    const { state } = await handler.load(account, accountStream(sellerId, '2026-11'));
    return state.status === 'OPEN' ? sumPending(state) : 0;
  };
  const world = { store, handler, accounts, dispatch, ports, checkpoints, failures };
  return { ...world, start, settled, send, approve, pending };
};
