import { growingPause } from '#/domain/values/backoff.ts';
import type { RandomSource, Clock } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { LRUCache } from 'lru-cache';
import { createHmac } from 'node:crypto';
import { householdOf } from '#/api/http/client-address.ts';
import { Rejected } from '#/api/http/problem.ts';

export interface CardTry {
  readonly ip: string;
  readonly offerId: string;
  /** Undefined when only the acquirer knows it. */
  readonly cardNumber: string | undefined;
}

/** Slows down thieves who try stolen cards: after some refusals the next attempt must wait. */
export interface CardTries {
  /**
   * Begins an attempt, before the acquirer is called. @returns a function to be called with the acquirer's result (undefined = unknown)
   * @throws Rejected `card/too-many-refused` during a wait, `rate/limited` beyond `UNDER_WAY`; both with Retry-After
   */
  readonly begin: (of: CardTry) => (outcome: CardOutcome | undefined) => void;
}

export type CardOutcome = 'refused' | 'approved';

/** This many refusals begin a wait; each approval allows one refusal more. */
const ALLOWED = { address: 5, card: 3, addressUnderAttack: 3 } as const;
/** Concurrent card attempts of one IP address. */
const UNDER_WAY = 10;
/** This many refusals of an offer, and more than `perApproved` per approval, count as an attack. */
const ATTACKED = { refused: 40, perApproved: 3 } as const;
const WAIT_MS = { first: 30_000, longest: 900_000 };
/** A count is ignored this long after its last refusal. */
const FORGOTTEN_AFTER_MS = 3_600_000;
/** Most counts in memory; the one changed longest ago is dropped first. */
const MOST_KEYS = 50_000;

interface Tries {
  readonly refused: number;
  readonly approved: number;
  /** Time of the last refusal, or of the first approval if there was no refusal: milliseconds of `elapsedMs`. */
  readonly at: number;
}

const NO_KEY = '';
const NOTHING: Tries = { refused: 0, approved: 0, at: -Infinity };

/** Counts in this process's memory. Cards are stored as digests, under a key that ends with the process. */
export const createCardTries = ({
  elapsedMs,
  bytes,
}: Clock & RandomSource = thisMachine): CardTries => {
  const secret = bytes(32);
  /** Read by `peek`, which does not reorder: the entry changed longest ago is dropped first. */
  const tried = new LRUCache<string, Tries>({ max: MOST_KEYS });
  const underWay = new Map<string, number>();

  const triesOf = (key: string): Tries => {
    const stored = tried.peek(key);
    return stored && elapsedMs() - stored.at < FORGOTTEN_AFTER_MS ? stored : NOTHING;
  };

  const count = (key: string, outcome: CardOutcome): void => {
    if (key === NO_KEY) return;
    const before = triesOf(key);
    // An approval does not restart a wait.
    const at = outcome === 'refused' || before === NOTHING ? elapsedMs() : before.at;
    tried.set(key, { ...before, [outcome]: before[outcome] + 1, at });
  };

  const waitOf = ({ refused, approved, at }: Tries, allowed: number): number => {
    const tooMany = refused - approved - allowed;
    if (tooMany < 0) return 0;
    return at + growingPause(tooMany, WAIT_MS) - elapsedMs();
  };

  const keysOf = ({ ip, offerId, cardNumber }: CardTry) => ({
    address: `address ${householdOf(ip)}`,
    offer: `offer ${offerId}`,
    card:
      cardNumber === undefined
        ? NO_KEY
        : `card ${createHmac('sha256', secret).update(cardNumber).digest('base64url')}`,
  });

  const isAttacked = ({ refused, approved }: Tries): boolean =>
    refused >= ATTACKED.refused && refused > approved * ATTACKED.perApproved;

  const requireFewTries = ({ address, offer, card }: ReturnType<typeof keysOf>): void => {
    const allowed = isAttacked(triesOf(offer)) ? ALLOWED.addressUnderAttack : ALLOWED.address;
    const wait = Math.max(waitOf(triesOf(address), allowed), waitOf(triesOf(card), ALLOWED.card));
    if (wait > 0) {
      const headers = { 'Retry-After': String(Math.ceil(wait / 1_000)) };
      throw new Rejected('card/too-many-refused', { headers });
    }
    if ((underWay.get(address) ?? 0) < UNDER_WAY) return;
    throw new Rejected('rate/limited', { headers: { 'Retry-After': '5' } });
  };

  return {
    begin: (of) => {
      const keys = keysOf(of);
      const { address, offer, card } = keys;
      requireFewTries(keys);
      underWay.set(address, (underWay.get(address) ?? 0) + 1);
      return (outcome) => {
        const remaining = (underWay.get(address) ?? 1) - 1;
        if (remaining === 0) underWay.delete(address);
        else underWay.set(address, remaining);
        if (outcome === undefined) return;
        for (const key of [address, offer, card]) count(key, outcome);
      };
    },
  };
};

/** Allows any number of tries: for tests and measurements, where one machine plays many buyers. */
export const anyCardTries: CardTries = { begin: () => () => undefined };
