import { SIDES } from '#/scripts/simulation/deaths.ts';
import { createDraws } from '#/scripts/simulation/draws.ts';
import { MINUTE, SECOND, type Input } from './history.ts';
import { DRAWN_OPERATIONS } from '#/scripts/simulation/operations.ts';
import {
  aimOf,
  isAboutAccounts,
  isAboutClocks,
  isAboutLost,
  isAboutParked,
  isCaptured,
  isMuchRefused,
  isSecondDeclined,
  replacementOf,
  staffIn,
} from './aims.ts';
import { drawAimed, drawLateDeaths } from './drawn-deaths.ts';

const METHODS = ['PIX', 'PIX', 'PIX', 'BILLET', 'CREDIT_CARD'] as const;

/** Milliseconds; some consequences come later. */
const LASTS = 10 * MINUTE;

/** First numbers of inputs that are added for a purpose; all other inputs are numbered from 0. */
const FAILOVER = 10_000;
const CUT = 10_001;
const ACCOUNT = 10_006;
const REGISTRATION = 10_010;
const REFUND = 10_020;
const AGAIN = 10_030;
const CLOCK = 10_040;
const CHARGEBACK = 10_050;
const DECLINED = 10_070;
const REFUSED = 10_080;
const CAPTURED = 10_090;
const DECIDING = 10_095;
const SCHEDULE = 10_096;

const DAY = 24 * 60 * MINUTE;
/** Milliseconds by which a clock is wrong that shows another month. */
const MONTHS = [25 * DAY, 75 * DAY] as const;

/** Cents by which buyers pay too much or too little. */
const OFF = [-4_850, -1, 1, 9_700] as const;

const KINDS = [
  ...(['buy', 'buy', 'buy', 'withdraw', 'refund', 'refund'] as const),
  ...(['kill', 'freeze', 'die', 'die'] as const),
] as const;

/** A failover that loses consequences of an input, whose request the caller then repeats twice. */
const drawFailover = (seed: number, about: Input): readonly Input[] => {
  const { between } = createDraws(seed);
  const losesMs = between([0, MINUTE], 'failover loses');
  const at = about.at + losesMs + between([0, 2 * SECOND], 'failover keeps');
  const again = [10 * SECOND, 10 * MINUTE].map((within, index): Input => {
    const later = between([0, within], 'asked again', index);
    return { at: at + later, nth: AGAIN + index, kind: 'again', of: about.nth };
  });
  return [{ at, nth: FAILOVER, kind: 'failover', losesMs }, ...again];
};

/** Nothing can be booked to the seller's account for a while, and a process dies when it retries. */
const drawCut = (seed: number): readonly Input[] => {
  const { between, pick } = createDraws(seed);
  const forMs = between([MINUTE, 3 * MINUTE], 'cut for');
  const at = between([MINUTE, LASTS], 'cut at');
  const operation = pick(['unpark', 'append ReceivablesBooked', 'read stream'], 'retry dies at');
  const side = pick(SIDES, 'retry dies');
  return [
    { at, nth: CUT, kind: 'cut', forMs },
    { at: at + forMs, nth: CUT + 1, kind: 'die', operation, passed: 0, side },
  ];
};

/** Replaces an account or its keys just after a withdrawal, while processes still use the old ones. */
const drawReplacement = (seed: number): readonly Input[] => {
  const { between } = createDraws(seed);
  const replaced = replacementOf(seed);
  if (replaced === undefined) return [];
  // Early: while an outcome is awaited, the product refuses another account.
  const at = between([0, 20 * SECOND], 'account at');
  const withdrawal = (nth: number, later: number): Input => ({
    at: at + later,
    nth,
    kind: 'withdraw',
    amount: between([1_000, 9_000], 'amount', nth),
  });
  const enterAccount = (nth: number, later: number): Input => ({
    at: at + later,
    nth,
    kind: 'account',
    replaced,
  });
  return [
    withdrawal(ACCOUNT, 0),
    enterAccount(ACCOUNT + 1, between([20, 120], 'account later')),
    withdrawal(ACCOUNT + 2, between([500, 4 * SECOND], 'another payout')),
    // Twice, so that a process can die on either side of the call.
    ...(isAboutAccounts(seed) ? [enterAccount(ACCOUNT + 3, MINUTE)] : []),
  ];
};

/** Clocks that are wrong by up to months at about the time of a request, and are later set right. */
const drawClocks = (seed: number, about: Input): readonly Input[] => {
  const { between, chance } = createDraws(seed);
  const drawn = chance('clocks');
  if (drawn >= 0.32 && !isAboutClocks(seed)) return [];
  const isByMonths = isAboutClocks(seed) || drawn >= 0.25;
  const freeze = {
    at: about.at + between([0, 500], 'clock freezes later'),
    nth: CLOCK + 4,
    kind: 'freeze',
    place: chance('clock freezes') < 0.5 ? 0 : 1,
  } as const;
  const clocks = ([0, 1] as const).flatMap((place) => {
    const most = chance('clock by', place) < 0.3 ? 10 * SECOND : 10 * MINUTE;
    const by = between(isByMonths ? MONTHS : [0, most], 'clock ahead', place);
    const at = about.at + between([0, 20 * SECOND], 'clock at', place);
    const later = between([10 * SECOND, 3 * MINUTE], 'clock later', place);
    const aheadMs = chance('clock back', place) < 0.3 && !isAboutClocks(seed) ? -by : by;
    const nth = CLOCK + place * 2;
    return [
      { at, nth, kind: 'clock', place, aheadMs },
      { at: at + later, nth: nth + 1, kind: 'clock', place, aheadMs: 0 },
    ] as const;
  });
  return [freeze, ...clocks];
};

const drawRegistration = (seed: number): readonly Input[] => {
  const { between, chance } = createDraws(seed);
  const isAimedAt = /receiver|registration/i.test(aimOf(seed) ?? '');
  if (!isAimedAt && chance('registration') >= 0.75) return [];
  const at = between([0, LASTS], 'registration at');
  const isTwice = chance('registration twice') < 0.3;
  const nth = REGISTRATION + between([0, 3], 'registration by');
  const first = { at, nth, kind: 'register', isTwice } as const;
  // Twice, so that a process can die on either side of the call.
  return isAimedAt ? [first, { ...first, at: at + MINUTE, nth: nth + 2 }] : [first];
};

/** A purchase that is refunded in two parts. */
const drawRefunds = (seed: number): readonly Input[] => {
  if (!/refund|reversed/i.test(aimOf(seed) ?? '')) return [];
  const { between } = createDraws(seed);
  const at = between([0, MINUTE], 'refunded purchase at');
  const refund = (nth: number, later: number): Input => ({
    at: at + later,
    nth,
    kind: 'refund',
    amount: between([1_000, 4_000], 'amount', nth),
  });
  return [
    { at, nth: REFUND, kind: 'buy', method: 'PIX', isTwice: false, isPaid: true },
    refund(REFUND + 1, 4 * MINUTE),
    refund(REFUND + 2, 5 * MINUTE),
  ];
};

/** Card purchases for seeds in which a capture is a call of its own: enough cards must be captured. */
const drawCaptured = (seed: number): readonly Input[] => {
  if (!isCaptured(seed)) return [];
  const { between } = createDraws(seed);
  return [0, 1, 2].map((nth) => ({
    at: between([0, LASTS], 'captured at', nth),
    nth: CAPTURED + nth,
    kind: 'buy',
    method: 'CREDIT_CARD',
    isTwice: nth === 2,
    isPaid: true,
  }));
};

const drawStaff = (seed: number): readonly Input[] => {
  const staff = staffIn(seed);
  return staff ? [{ at: 0, nth: DECIDING, kind: 'staff', ...staff }] : [];
};

/** A schedule that is due at once, and that the seller may soon change. */
const drawSchedule = (seed: number): readonly Input[] => {
  const { between, chance } = createDraws(seed);
  if (chance('schedule') >= 0.25) return [];
  const set = (nth: number, at: number): Input => ({
    at,
    nth,
    kind: 'schedule',
    minimum: between([1_000, 9_000], 'amount', nth),
  });
  const at = between([0, LASTS], 'schedule at');
  const changedAt = at + between([0, MINUTE], 'schedule asked again');
  const isChanged = chance('schedule again') < 0.5;
  return [set(SCHEDULE, at), ...(isChanged ? [set(SCHEDULE + 1, changedAt)] : [])];
};

const drawChargebacks = (seed: number): readonly Input[] => {
  const { between, chance } = createDraws(seed);
  return ['first', 'second'].flatMap((which, index) => {
    if (chance('chargeback', which) >= 0.3) return [];
    const at = between([3 * MINUTE, LASTS + 4 * MINUTE], 'chargeback at', which);
    const nth = CHARGEBACK + between([0, 9], 'chargeback of', which) + index * 10;
    return [{ at, nth, kind: 'chargeback' } as const];
  });
};

const drawRefusedRegistrations = (seed: number): readonly Input[] =>
  isMuchRefused(seed)
    ? [0, 4, 8].map((later) => ({
        at: MINUTE + later * 10 * SECOND,
        nth: REFUSED + later,
        kind: 'register',
        isTwice: false,
      }))
    : [];

/** Withdrawals for seeds in which the second call for a payout is declined. */
const drawDeclined = (seed: number): readonly Input[] => {
  if (!isSecondDeclined(seed)) return [];
  const { between } = createDraws(seed);
  return [0, 1, 2, 3, 4, 5, 6, 7].map((later) => ({
    at: between([0, LASTS], 'declined at', later),
    nth: DECLINED + later,
    kind: 'withdraw',
    amount: between([1_000, 9_000], 'amount', DECLINED + later),
  }));
};

/** Draws the history of a seed, always the same. @param inputs number of inputs, besides those that are added for a purpose */
export const drawHistory = (seed: number, inputs: number): readonly Input[] => {
  const { between, chance, pick } = createDraws(seed);
  const draw = (nth: number): Input => {
    const kind = pick(KINDS, 'input', nth);
    const base = { at: between([0, LASTS], 'input at', nth), nth };
    switch (kind) {
      case 'buy':
        return {
          ...base,
          kind,
          method: pick(METHODS, 'method', nth),
          isTwice: chance('twice', nth) < 0.3,
          isPaid: chance('paid', nth) < 0.8,
          ...(chance('pays another amount', nth) < 0.06 && { off: pick(OFF, 'off', nth) }),
        };
      case 'withdraw':
      case 'refund':
        return { ...base, kind, amount: between([1_000, 9_000], 'amount', nth) };
      case 'kill':
      case 'freeze':
        return { ...base, kind, place: chance('place', nth) < 0.5 ? 0 : 1 };
      case 'die':
        return {
          ...base,
          kind,
          operation: pick(DRAWN_OPERATIONS, 'operation', nth),
          passed: between([0, 2], 'passed', nth),
          side: pick(SIDES, 'side', nth),
        };
    }
  };
  const drawn = [
    ...Array.from({ length: inputs }, (_, nth) => draw(nth)),
    ...drawRegistration(seed),
    ...drawRefunds(seed),
  ];
  const about = drawn[between([0, drawn.length - 1], 'failover about')];
  const isLost = about !== undefined && (chance('failover') < 0.4 || isAboutLost(seed));
  const timed = drawn.find(({ kind }) =>
    isAboutClocks(seed) ? kind === 'buy' : kind === 'withdraw' || kind === 'refund',
  );
  const events = [
    ...drawAimed(seed),
    ...drawLateDeaths(seed),
    ...drawRefusedRegistrations(seed),
    ...(isLost ? drawFailover(seed, about) : []),
    ...drawReplacement(seed),
    ...drawChargebacks(seed),
    ...drawCaptured(seed),
    ...drawSchedule(seed),
    ...drawDeclined(seed),
    ...drawStaff(seed),
    ...(timed ? drawClocks(seed, timed) : []),
    ...(chance('cut') < 0.2 || isAboutParked(seed) ? drawCut(seed) : []),
  ];
  return [...drawn, ...events].toSorted((one, other) => one.at - other.at);
};
