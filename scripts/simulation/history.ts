import { SIDES, type Death } from './deaths.ts';
import { createDraws } from './draws.ts';
import { OPERATIONS, RARE_OPERATIONS } from './operations.ts';

/** One thing that a person does, or that happens to a process. The times are milliseconds after the beginning. */
export type Input = { readonly at: number; readonly nth: number } & (
  | {
      readonly kind: 'buy';
      /** By PIX where no acquirer takes anything else. */
      readonly method: (typeof METHODS)[number];
      /** Two processes get the same purchase at the same moment. */
      readonly isTwice: boolean;
      readonly isPaid: boolean;
    }
  | { readonly kind: 'withdraw' | 'refund'; readonly amount: number }
  /** An administrator enters new keys of the account at an acquirer, or another account there. */
  | { readonly kind: 'account'; readonly replaced: 'keys' | 'account' }
  /** A process is killed and starts again, or stands still for a while. */
  | { readonly kind: 'kill' | 'freeze'; readonly place: Place }
  /** A process dies at a call, and starts again. */
  | ({ readonly kind: 'die' } & Death)
  /** Another copy of the log takes over, which lacks its end. */
  | { readonly kind: 'failover'; readonly losesMs: number }
  /** An operator hides the beginning of the seller's accounts from all readers, and shows it again. */
  | { readonly kind: 'cut'; readonly forMs: number }
);

const METHODS = ['PIX', 'PIX', 'PIX', 'BILLET', 'CREDIT_CARD'] as const;

/** Where a process runs. */
export type Place = 0 | 1;

/** In milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** The inputs come in this time. */
const LASTS = 10 * MINUTE;

/** No other input has this number. */
const FAILOVER = 10_000;
const CUT = 10_001;
const AIMED = 10_003;
const ACCOUNT = 10_006;

const KINDS = [
  ...(['buy', 'buy', 'buy', 'withdraw', 'refund', 'refund'] as const),
  ...(['kill', 'freeze', 'die', 'die'] as const),
] as const;

/** Draws a failover that loses part of what came of an input, when little or much has followed. */
const drawFailover = (seed: number, about: Input): Input => {
  const { between } = createDraws(seed);
  const losesMs = between([0, MINUTE], 'failover loses');
  const at = about.at + losesMs + between([0, 2 * SECOND], 'failover keeps');
  return { at, nth: FAILOVER, kind: 'failover', losesMs };
};

/**
 * Draws a time in which nothing can be booked to the seller's account, and a process that dies when it retries what was parked in
 * it.
 */
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

/** How an account takes another's place in the history of a seed; undefined = none does. */
export const replacementOf = (seed: number): 'keys' | 'account' | undefined => {
  const drawn = createDraws(seed).chance('account');
  if (drawn < 0.16) return 'keys';
  return drawn < 0.46 ? 'account' : undefined;
};

/**
 * Draws an account that takes another's place just when the seller has begun to withdraw, so that processes go on for a while in
 * the name of the one that they know.
 */
const drawReplacement = (seed: number): readonly Input[] => {
  const { between } = createDraws(seed);
  const replaced = replacementOf(seed);
  if (replaced === undefined) return [];
  // Later, something is awaited most of the time.
  const at = between([0, 20 * SECOND], 'account at');
  const withdrawal = (nth: number, later: number): Input => ({
    at: at + later,
    nth,
    kind: 'withdraw',
    amount: between([1_000, 9_000], 'amount', nth),
  });
  return [
    withdrawal(ACCOUNT, 0),
    { at: at + between([20, 120], 'account later'), nth: ACCOUNT + 1, kind: 'account', replaced },
    withdrawal(ACCOUNT + 2, between([500, 4 * SECOND], 'another payout')),
  ];
};

/** What each seed in turn has a process die at: every call of a port, the rare ones more often. */
const AIMS = [OPERATIONS, ...Array.from({ length: 4 }, () => RARE_OPERATIONS)].flat();

export const aimOf = (seed: number): (typeof AIMS)[number] | undefined => AIMS[seed % AIMS.length];

const isAboutParked = (seed: number): boolean => aimOf(seed)?.endsWith('park') ?? false;

/** Once at each side of the call. */
const drawAimed = (seed: number): readonly Input[] =>
  SIDES.flatMap((side, index) => {
    const operation = aimOf(seed);
    const nth = AIMED + index;
    return operation ? [{ at: 0, nth, kind: 'die', operation, passed: 0, side } as const] : [];
  });

/** Draws a history; the same seed draws the same one. */
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
          operation: pick(OPERATIONS, 'operation', nth),
          passed: between([0, 2], 'passed', nth),
          side: pick(SIDES, 'side', nth),
        };
    }
  };
  const drawn = Array.from({ length: inputs }, (_, nth) => draw(nth));
  const about = drawn[between([0, inputs - 1], 'failover about')];
  const isLost = about !== undefined && chance('failover') < 0.4;
  const events = [
    ...drawAimed(seed),
    ...(isLost ? [drawFailover(seed, about)] : []),
    ...drawReplacement(seed),
    ...(chance('cut') < 0.2 || isAboutParked(seed) ? drawCut(seed) : []),
  ];
  return [...drawn, ...events].toSorted((one, other) => one.at - other.at);
};

const REPLACED = { keys: 'new keys of the account', account: 'another account' } as const;

const storyOf = (input: Input): string => {
  switch (input.kind) {
    case 'buy':
      return `a buyer buys by ${input.method}${input.isTwice ? ', at both processes at once' : ''}${input.isPaid ? ', and pays' : ''}`;
    case 'withdraw':
      return `the seller withdraws ${input.amount} cents`;
    case 'refund':
      return `the seller refunds ${input.amount} cents`;
    case 'account':
      return `an administrator enters ${REPLACED[input.replaced]} at an acquirer`;
    case 'kill':
      return `the ${input.place === 0 ? 'first' : 'second'} process is killed`;
    case 'freeze':
      return `the ${input.place === 0 ? 'first' : 'second'} process stands still`;
    case 'failover':
      return `another copy of the log takes over, which lacks the last ${(input.losesMs / SECOND).toFixed(1)} s`;
    case 'cut':
      return `the seller's accounts cannot be read for ${(input.forMs / SECOND).toFixed(1)} s`;
    case 'die':
      return `a process dies ${input.side} “${input.operation}”, ${input.passed} of them later`;
  }
};

/** Tells a history, a line an input. */
export const tell = (history: readonly Input[]): readonly string[] =>
  history.map((input) => `${(input.at / SECOND).toFixed(1).padStart(6)} s  ${storyOf(input)}`);

/**
 * Returns a shortest part of a history, in its order, with which something still happens: every input left in it is needed.
 * @param stillHappens runs a history
 */
export const shrink = async (
  history: readonly Input[],
  stillHappens: (history: readonly Input[]) => Promise<boolean>,
): Promise<readonly Input[]> => {
  let left = history;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < left.length;) {
      const without = [...left.slice(0, from), ...left.slice(from + size)];
      if (await stillHappens(without)) left = without;
      else from += size;
    }
  }
  return left;
};
