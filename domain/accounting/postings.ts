import type { DomainEvent, EventNamed } from '#/domain/aggregates/events.ts';
import {
  platformFees,
  platformInterest,
  platformLosses,
  platformSettling,
  platformUnapplied,
  providerClearing,
  receiverAvailable,
  receiverHeld,
  receiverPending,
} from './ledger-accounts.ts';
import {
  cents,
  negate,
  subtract,
  sum,
  ZERO,
  type Cents,
  type Currency,
} from '#/domain/values/money.ts';

/** `from` is debited, `to` is credited. Amounts are not negative, and zeros are left out. */
export interface Posting {
  readonly from: string;
  readonly to: string;
  readonly amount: Cents;
}

const withoutZeros = (...postings: readonly Posting[]): readonly Posting[] =>
  postings.filter(({ amount }) => amount !== 0);

const NONE: readonly Posting[] = [];

const postBooked = ({ data }: EventNamed<'ReceivablesBooked'>): readonly Posting[] => {
  const from = platformSettling(data);
  const { net, fee, interest } = data.parts;
  const pending = subtract(net, data.released);
  return withoutZeros(
    { from, to: receiverPending(data), amount: pending },
    { from, to: receiverAvailable(data), amount: data.released },
    { from, to: platformFees(data), amount: fee },
    { from, to: platformInterest(data), amount: interest },
  );
};

const postReversed = ({ data }: EventNamed<'ReceivablesReversed'>): readonly Posting[] => {
  const to = platformSettling(data);
  const pending = sum(data.pending.map(({ amount }) => amount));
  return withoutZeros(
    { from: receiverPending(data), to, amount: pending },
    { from: receiverAvailable(data), to, amount: data.available },
    { from: platformFees(data), to, amount: data.parts.fee },
    { from: platformInterest(data), to, amount: data.parts.interest },
  );
};

const postRefundHold = (
  event: EventNamed<'RefundHeld' | 'RefundHoldReleased'>,
): readonly Posting[] => {
  const { pending, available } = event.data;
  const held = receiverHeld(event.data);
  return [
    { address: receiverPending(event.data), amount: sum(pending.map(({ amount }) => amount)) },
    { address: receiverAvailable(event.data), amount: available },
  ].flatMap(({ address, amount }) =>
    withoutZeros(
      event.type === 'RefundHeld'
        ? { from: address, to: held, amount }
        : { from: held, to: address, amount },
    ),
  );
};

interface AtProvider {
  readonly platformId: string;
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
  readonly currency: Currency;
}

/** @param change positive = money came in at a provider that nothing explains */
const postUnapplied = (at: AtProvider, change: Cents): readonly Posting[] => {
  const [clearing, unapplied] = [providerClearing(at), platformUnapplied(at)];
  if (change < 0) return [{ from: unapplied, to: clearing, amount: negate(change) }];
  return withoutZeros({ from: clearing, to: unapplied, amount: change });
};

/** @param loss negative = the platform got money back */
const postLoss = (at: AtProvider, loss: Cents): readonly Posting[] => {
  const [losses, clearing] = [platformLosses(at), providerClearing(at)];
  if (loss < 0) return [{ from: clearing, to: losses, amount: negate(loss) }];
  return withoutZeros({ from: losses, to: clearing, amount: loss });
};

const postResolved = ({
  data,
}: EventNamed<'PaymentResolved' | 'RefundResolved' | 'WithdrawalResolved'>): readonly Posting[] => [
  ...postUnapplied(data, data.unapplied),
  ...postLoss(data, data.loss),
];

type PayoutEvent = EventNamed<'WithdrawalPaid' | 'WithdrawalTaken' | 'WithdrawalReversed'>;

/** A payout takes the held money. A payout without a hold takes from the available balance, and one that came back goes there. */
const postPayout = ({ type, data }: PayoutEvent): readonly Posting[] => {
  const { amount, fee } = data;
  const seller = type === 'WithdrawalPaid' ? receiverHeld(data) : receiverAvailable(data);
  const sent = { address: providerClearing(data), amount: subtract(amount, fee) };
  const charged = { address: platformFees(data), amount: fee };
  return [sent, charged].flatMap(({ address, amount: part }) =>
    withoutZeros(
      type === 'WithdrawalReversed'
        ? { from: address, to: seller, amount: part }
        : { from: seller, to: address, amount: part },
    ),
  );
};

/** Removes simulated money from the seller's balances and from what the acquirer owes. Negative amounts go the other way. */
const postWrittenOff = ({ data }: EventNamed<'SimulatedMoneyWrittenOff'>): readonly Posting[] => {
  const clearing = providerClearing(data);
  return [
    { address: receiverPending(data), amount: sum(data.pending.map(({ amount }) => amount)) },
    { address: receiverAvailable(data), amount: data.available },
    { address: receiverHeld(data), amount: data.held },
  ].flatMap(({ address, amount }) =>
    amount < 0
      ? [{ from: clearing, to: address, amount: negate(amount) }]
      : withoutZeros({ from: address, to: clearing, amount }),
  );
};

/** A sale's money goes through `settling`, until the payment and the seller's account have both booked it. */
export const postingsOf = (event: DomainEvent): readonly Posting[] => {
  switch (event.type) {
    case 'PaymentApproved': {
      const { data } = event;
      return [{ from: providerClearing(data), to: platformSettling(data), amount: data.amount }];
    }
    case 'PaymentRefunded':
    case 'PaymentChargedBack': {
      const { data } = event;
      const { amount, unapplied = ZERO, loss = ZERO } = data;
      return [
        { from: platformSettling(data), to: providerClearing(data), amount },
        ...postUnapplied(data, unapplied),
        ...postLoss(data, loss),
      ];
    }
    case 'PaymentMismatchFound':
      return postUnapplied(event.data, event.data.change);
    case 'PaymentNoticeRefused': {
      const { contested, currency } = event.data;
      return contested
        ? postUnapplied({ ...contested, currency }, contested.change ?? contested.unapplied)
        : NONE;
    }
    case 'RefundContradicted':
      return postUnapplied(event.data, event.data.unapplied);
    case 'WithdrawalContradicted':
    case 'WithdrawalContradictionEnded':
      return postUnapplied(event.data, event.data.unapplied ?? ZERO);
    case 'PaymentResolved':
    case 'RefundResolved':
    case 'WithdrawalResolved':
      return postResolved(event);
    case 'ReceivablesBooked':
      return postBooked(event);
    case 'ReceivablesReversed':
      return postReversed(event);
    case 'ReceivablesReleased': {
      const { amount } = event.data;
      const [pending, available] = [receiverPending(event.data), receiverAvailable(event.data)];
      // Negative when more was taken back than booked.
      if (amount < 0) return [{ from: available, to: pending, amount: negate(amount) }];
      return withoutZeros({ from: pending, to: available, amount });
    }
    case 'RefundHeld':
    case 'RefundHoldReleased':
      return postRefundHold(event);
    case 'WithdrawalHeld': {
      const { data } = event;
      return [{ from: receiverAvailable(data), to: receiverHeld(data), amount: data.amount }];
    }
    case 'WithdrawalReturned': {
      const { data } = event;
      return [{ from: receiverHeld(data), to: receiverAvailable(data), amount: data.amount }];
    }
    case 'WithdrawalPaid':
    case 'WithdrawalTaken':
    case 'WithdrawalReversed':
      return postPayout(event);
    case 'SimulatedMoneyWrittenOff':
      return postWrittenOff(event);
    default:
      return NONE;
  }
};

/** Not yet due, free to withdraw, and held for withdrawals and refunds under way. */
export interface Balances {
  readonly pending: Cents;
  readonly available: Cents;
  readonly held: Cents;
}

export const balanceChangeOf = (
  event: Extract<
    DomainEvent,
    { readonly data: { readonly receiverId: string; readonly currency: Currency } }
  >,
): Balances => {
  const postings = postingsOf(event);
  const netOf = (address: string): Cents => {
    let net = 0;
    for (const { from, to, amount } of postings) {
      if (to === address) net += amount;
      else if (from === address) net -= amount;
    }
    return cents(net);
  };
  return {
    pending: netOf(receiverPending(event.data)),
    available: netOf(receiverAvailable(event.data)),
    held: netOf(receiverHeld(event.data)),
  };
};
