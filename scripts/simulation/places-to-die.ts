import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { SIDES } from './deaths.ts';
import { MINUTE, SECOND, type Input } from '#/scripts/simulation/history/history.ts';
import type { FaultRates } from '#/scripts/simulation/banks/network.ts';
import { simulate } from './simulation.ts';
import { CARDS, createFaultlessConditions, type SimulationConditions } from './conditions.ts';

const purchase = {
  nth: 0,
  kind: 'buy',
  method: 'PIX',
  isTwice: false,
  isPaid: true,
} as const;

const payout = { nth: 0, kind: 'withdraw', amount: 5_000 } as const;

/** One history of each flow. */
export const FLOWS = {
  purchase: [{ at: SECOND, ...purchase }],
  'purchase at two processes': [{ at: SECOND, ...purchase, isTwice: true }],
  refund: [
    { at: SECOND, ...purchase },
    { at: 5 * MINUTE, nth: 1, kind: 'refund', amount: 4_000 },
  ],
  boleto: [{ at: SECOND, ...purchase, nth: 2, method: 'BILLET' }],
  card: [{ at: SECOND, ...purchase, nth: 4, method: 'CREDIT_CARD' }],
  withdrawal: [{ at: SECOND, ...payout }],
  'scheduled payout': [{ at: SECOND, nth: 0, kind: 'schedule', minimum: 5_000 }],
  'registration of a receiver': [{ at: SECOND, nth: 0, kind: 'register', isTwice: false }],
  'registration that the acquirer can find': [
    { at: SECOND, nth: 0, kind: 'register', isTwice: true },
  ],
} as const satisfies Readonly<Record<string, readonly Input[]>>;

/** A flow with a call that drawn histories hardly ever make, with what the call needs: acquirers that refuse, or months that pass. */
interface HardFlow {
  readonly history: readonly Input[];
  readonly conditions: SimulationConditions;
  /** The call that drawn histories hardly ever make. */
  readonly reaches: string;
  /** Calls at which a process is to die; absent = all. */
  readonly only?: RegExp;
}

const paid = { at: SECOND, ...purchase } as const;
const staff = { at: 0, nth: 9, kind: 'staff', errs: false } as const;
/** Milliseconds after which the money of the first sales is available. */
const LATER = 8 * 24 * 60 * MINUTE;
/** The first acquirer finds payouts by our reference. */
const LOOKED_UP = ['zendry', 'sandbox'];
const REFUSING = ['sandbox', 'zendry'];

const createRefusingConditions = (faultRates: FaultRates): SimulationConditions => ({
  ...createFaultlessConditions(1, REFUSING),
  faultRates,
});

export const HARD_FLOWS: Readonly<Record<string, HardFlow>> = {
  chargeback: {
    history: [paid, { at: 5 * MINUTE, nth: 2, kind: 'chargeback' }],
    conditions: createFaultlessConditions(1, ['rapdyn', 'zendry']),
    reaches: 'append PaymentChargedBack',
  },
  'another amount paid': {
    history: [{ ...paid, off: -1 }],
    conditions: createFaultlessConditions(1, ['zendry', 'cashtime']),
    reaches: 'append PaymentMismatchFound',
  },
  'charge that another acquirer makes': {
    history: [paid],
    conditions: createRefusingConditions({ 'refused before': 1 }),
    reaches: 'append PaymentRerouted',
  },
  'card that the call for its charge leaves authorised': {
    history: [{ ...paid, nth: 4, method: 'CREDIT_CARD' }],
    conditions: {
      ...createFaultlessConditions(3, CARDS),
      isCaptured: true,
      faultRates: { 'capture: request lost': 0.5 },
    },
    reaches: 'append CaptureAttempted',
  },
  'refund that is refused': {
    history: [paid, { at: 5 * MINUTE, nth: 1, kind: 'refund', amount: 4_000 }],
    conditions: createRefusingConditions({ 'refund: refused before': 1 }),
    reaches: 'append RefundFailed',
  },
  'payout that is refused': {
    history: [{ at: SECOND, ...payout }],
    conditions: createRefusingConditions({ 'refused before': 1 }),
    reaches: 'append WithdrawalFailed',
  },
  'purchase that is refused while its buyer presses again': {
    history: [
      { at: SECOND, nth: 1, kind: 'freeze', place: 0 },
      { at: 2 * SECOND, ...purchase, nth: 2, isTwice: true },
    ],
    conditions: {
      ...createFaultlessConditions(2, ['sandbox']),
      faultRates: { 'refused before': 1 },
    },
    reaches: 'twins remove',
  },
  'refund that the balance does not cover': {
    history: [
      paid,
      { at: LATER, nth: 2, kind: 'withdraw', amount: 100_000 },
      { at: LATER, nth: 4, kind: 'withdraw', amount: 95_000 },
      { at: LATER + 2 * MINUTE, nth: 1, kind: 'refund', amount: 9_000 },
    ],
    conditions: createFaultlessConditions(1, CARDS),
    reaches: 'append RefundHoldRefused',
    only: /^append (?:RefundHoldRefused|PaymentRefund)/,
  },
  'refund that staff decide, because it was never sent': {
    history: [
      staff,
      paid,
      { at: 5 * MINUTE, nth: 1, kind: 'refund', amount: 4_000 },
      { at: 5 * MINUTE, nth: 3, kind: 'die', operation: 'refund', passed: 0, side: 'before' },
    ],
    conditions: createFaultlessConditions(1, ['cashtime', 'zendry']),
    reaches: 'append RefundResolved',
    only: /^append (?:Refund(?:LeftUn|Resol|Failed|HoldReleased)|PaymentRefundFailed)/,
  },
  'payout that staff decide, because its acquirer does not say how it ended': {
    history: [staff, { at: SECOND, ...payout }],
    conditions: createFaultlessConditions(1, ['cashtime', 'zendry']),
    reaches: 'append WithdrawalResolved',
    only: /^append Withdrawal(?:LeftUn|Resol|Settled|Paid)/,
  },
  "payout while its acquirer's keys are replaced": {
    history: [
      { at: SECOND, ...payout },
      { at: SECOND + 900, nth: 1, kind: 'account', replaced: 'keys' },
    ],
    conditions: createFaultlessConditions(1, LOOKED_UP),
    reaches: 'append AcquirerConnected',
  },
  'payout while another account at its acquirer is connected': {
    history: [
      { at: SECOND, ...payout },
      // While an outcome is awaited, the product refuses another account.
      { at: SECOND + 60, nth: 1, kind: 'account', replaced: 'account' },
    ],
    conditions: { ...createFaultlessConditions(1, LOOKED_UP), absence: 60 },
    reaches: 'append AcquirerConnected',
  },
  'first payouts of a platform, signed at the same moment': {
    history: [0, 1, 2, 3, 4, 5, 6, 7].map((nth) => ({ at: SECOND, ...payout, nth })),
    conditions: createFaultlessConditions(1, LOOKED_UP),
    reaches: 'credentials remove',
    only: /^credentials|^append SigningKeyAdopted/,
  },
  "release, and a month's end": {
    history: [paid],
    conditions: createFaultlessConditions(1, ['zendry', 'cashtime']),
    reaches: 'append AccountPeriodClosed',
    only: /^append (?:ReceivablesReleased|Account)/,
  },
};

export type DeathInput = Extract<Input, { readonly kind: 'die' }>;

/** Number of the input that plans a death; no input of a flow has it. */
const NTH = 1_000;

const placesAt = (calls: ReadonlyMap<string, number>): readonly DeathInput[] =>
  [...calls].flatMap(([operation, times]) =>
    Array.from({ length: times }, (_, passed) => passed).flatMap((passed) =>
      SIDES.map((side) => ({ at: 0, nth: NTH, kind: 'die', operation, passed, side }) as const),
    ),
  );

/**
 * Returns the places to die from the beginning of a history to its last event.
 * @param only calls at which a process is to die, also after the last event
 */
export const listPlacesToDie = async (
  conditions: SimulationConditions,
  history: readonly Input[],
  providerCases: readonly ProviderCases<never>[],
  only?: RegExp,
): Promise<readonly DeathInput[]> => {
  const { calls, reached } = await simulate(conditions, history, providerCases);
  return placesAt(only ? new Map([...reached].filter(([name]) => only.test(name))) : calls);
};
