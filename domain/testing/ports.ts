import { randomUUID } from 'node:crypto';
import {
  nextAttempt,
  type BeginAttempt,
  type LastAttempt,
} from '#/domain/acquiring/call-attempt.ts';
import { replay } from '#/domain/aggregates/aggregate.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import { cents, ZERO } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { memoryFiles } from './memory-files.ts';
import { sampleSigned } from './samples.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';

/** The first epoch: the log has lost nothing. */
export const FIRST_EPOCH: Epoch = { number: 1, since: '2026-01-01T00:00:00.000Z', began: '' };

/** Ports that most tests of payments need not replace. */
export const withoutReceivers: Pick<
  Ports,
  | 'receivers'
  | 'seller'
  | 'checkoutUrl'
  | 'isHeld'
  | 'besideRefund'
  | 'begin'
  | 'lookUps'
  | 'epoch'
  | 'isClockTrue'
  | 'newId'
  | 'transactions'
  | 'mayCharge'
  | 'payouts'
> = {
  receivers: { keepToken: async () => undefined },
  transactions: { reserve: async () => true, isFreeFor: async () => true },
  mayCharge: async () => true,
  payouts: {
    findObstacle: async () => undefined,
    find: async () => undefined,
    sign: async () => sampleSigned,
  },
  isHeld: async () => true,
  besideRefund: async () => ({ givenBack: ZERO, underWay: ZERO, left: cents(9_700) }),
  begin: async () => true,
  lookUps: { note: () => undefined },
  epoch: async () => FIRST_EPOCH,
  isClockTrue: () => true,
  newId: () => randomUUID(),
  seller: { documentOf: async () => undefined, receiverTokenOf: async () => undefined },
  checkoutUrl: (offerId) => `http://127.0.0.1:9/checkout/${offerId}`,
};

/** All ports of a reaction, with one provider and a fixed time. */
export const portsTo = (
  provider: Partial<PaymentProvider>,
  at: Timestamp = '2026-11-20T15:10:00.000Z',
): Ports => ({
  providers: async () => ({
    id: 'sandbox',
    label: 'Sandbox',
    paymentMethods: ['PIX'],
    withdrawMethods: ['PIX'],
    ...provider,
  }),
  open: async <Value>() => ({ pixKey: 'a@b.c', name: 'Ana', document: '1' }) as Value,
  ...withoutReceivers,
  files: memoryFiles().storage,
  secretName: (text) => text,
  digest: (text) => text,
  webhookUrl: () => 'http://127.0.0.1:9',
  now: () => at,
});

/** Makes a first call, and returns the attempt that is recorded before it. */
export const recordedBy = async (
  call: (ports: Ports) => Promise<unknown>,
  ports: Ports,
): Promise<LastAttempt> => {
  const begun: BeginAttempt[] = [];
  const begin: Ports['begin'] = async (_platformId, { command }) => {
    if ('attemptId' in command && 'epoch' in command) begun.push(command);
    return true;
  };
  await call({ ...ports, begin });
  const attempt = begun[0] && nextAttempt(null, begun[0], 'sandbox');
  if (!attempt) throw new Error('no call is on record');
  return attempt;
};

export const paymentAfter = (...events: readonly PaymentEvent[]): RequestedPayment => {
  const state = replay(payment, events);
  if (state.status === 'NONE') throw new Error('no payment');
  return state;
};

export const statusAfter = (
  state: RequestedPayment,
  commands: readonly Parameters<typeof payment.decide>[0][],
): string => {
  const end = commands.reduce<ReturnType<typeof payment.evolve>>(
    (before, command) => replay(payment, payment.decide(command, before), before),
    state,
  );
  return end.status;
};
