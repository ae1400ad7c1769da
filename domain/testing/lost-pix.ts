import type { Candidate, RoutingDecision } from '#/domain/acquiring/choose.ts';
import { replay } from '#/domain/aggregates/aggregate.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import { readBackPayment } from '#/domain/workflows/read-back.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { portsTo } from './ports.ts';
import { sampleCall, sampleNow as now, samplePayment } from './samples.ts';

/**
 * A PIX that was charged at an acquirer, and that the log then lost in a failover. The buyer sent the purchase again, so a second charge
 * was made, at the sandbox, which is the first of three acquirers. Now the first charge is looked for.
 */

/** @param others what speaks for or against the acquirers other than the sandbox */
export const choiceWith = (others: Candidate['standing']): RoutingDecision => ({
  reason: 'SHARE',
  considered: [
    { provider: 'sandbox', share: 40, standing: 'FIT' },
    { provider: 'noxpay', share: 30, standing: others },
    { provider: 'pagarme', share: 30, standing: others },
  ],
});

export const choice = choiceWith('FIT');

/** The first charge, which the log has lost. */
export const charge = (differences: Partial<TransactionResult> = {}): TransactionResult => ({
  paymentMethod: 'PIX',
  transactionId: 'tx-1',
  status: 'APPROVED',
  amount: cents(9_700),
  orderId: 'p-1',
  ...differences,
});

/** The second charge, as the sandbox shows it. */
export const secondCharge = (differences: Partial<TransactionResult> = {}): TransactionResult =>
  charge({ transactionId: 'tx-0', status: 'PENDING', ...differences });

type Acquirer = Partial<PaymentProvider>;

/** An acquirer that has this charge; without one, it has none. */
export const acquirerWith = (transaction?: TransactionResult): Acquirer => ({
  absence: { createTransaction: { seconds: 1 } },
  findTransaction: async () => transaction,
  getTransaction: async ({ transactionId }) =>
    transaction?.transactionId === transactionId ? transaction : undefined,
});

/** An acquirer that does not answer a search. */
export const silent: Acquirer = {
  findTransaction: async () => {
    throw new ProviderFailure('unavailable', 'no answer', { mayHaveHappened: false });
  },
};

/** When the buyer sent the purchase again. */
export const at = addSeconds(now, 60);
export const expiresAt = addSeconds(at, 900);

const codes = { pixCode: 'code', billetCode: null, billetUrl: null, cardBrand: null };

/** The sandbox has answered with the code of the second charge. */
export const secondChargeMade: PaymentEvent = {
  type: 'PaymentSubmitted',
  data: { transactionId: 'tx-0', ...codes, cardLastDigits: null, expiresAt, at },
};

/** The second charge may have been sent. */
export const secondChargeBegun: PaymentEvent = {
  type: 'ChargeAttempted',
  data: {
    ...sampleCall,
    deadline: addSeconds(at, 5),
    ordinal: 1,
    provider: 'sandbox',
    epoch: 2,
    at,
  },
};

interface Circumstances {
  /** What was recorded since the buyer sent the purchase again. */
  readonly history?: readonly PaymentEvent[];
  readonly requested?: Partial<PaymentRequestedData>;
  readonly epoch?: Epoch;
  readonly askedAt?: Timestamp;
  /** Opens an acquirer for a use; undefined = there is no account for it. */
  readonly open?: (
    provider: string,
    use: Parameters<Ports['providers']>[2],
  ) => Acquirer | undefined;
}

const epochOfRestore: Epoch = { number: 2, since: now, began: '1' };

/** @param acquirers of the route; without an entry they have no charge, and the sandbox has its unpaid one */
export const lostPix = (
  acquirers: Readonly<Record<string, Acquirer>>,
  {
    history = [secondChargeMade],
    requested = {},
    epoch = epochOfRestore,
    askedAt = addSeconds(expiresAt, 600),
    open,
  }: Circumstances = {},
) => {
  const data = samplePayment({
    method: 'PIX',
    choice,
    at,
    expiresAt,
    mayRepeat: true,
    ...requested,
  });
  const events: PaymentEvent[] = [{ type: 'PaymentRequested', data }, ...history];
  const all: Record<string, Acquirer> = {
    sandbox: acquirerWith(secondCharge()),
    noxpay: acquirerWith(),
    pagarme: acquirerWith(),
    ...acquirers,
  };
  let time = askedAt;
  const basic = portsTo({});
  const providers: Ports['providers'] = async (id, platformId, use) => {
    const opened = open ? open(id, use) : {};
    if (!opened) throw new Refused('provider/not-offered', { providerId: id });
    return { ...(await basic.providers(id, platformId)), id, ...all[id], ...opened };
  };
  const ports: Ports = { ...basic, providers, now: () => time, epoch: async () => epoch };
  const state = (): RequestedPayment => {
    const current = replay(payment, events);
    if (current.status === 'NONE') throw new Error('none');
    return current;
  };
  const ask = () => readBackPayment('p-1', state(), 'read-back', ports);
  const record = (commands: readonly PaymentCommand[]) => {
    for (const command of commands) events.push(...payment.decide(command, state()));
  };
  return {
    all,
    events,
    ports,
    state,
    ask,
    record,
    types: () => events.map(({ type }) => type),
    /** Moves the clock. */
    later: (seconds: number) => {
      time = addSeconds(time, seconds);
    },
    /** Reads back so many times, and records the commands each time. */
    readBack: async (times = 5) => {
      for (let nth = 0; nth < times; nth += 1) record(await ask());
    },
  };
};
