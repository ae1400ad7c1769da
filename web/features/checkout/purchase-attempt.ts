import type { PurchaseInput, PurchaseOutput } from '#/api/contract/checkout.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';
import { ConnectionLost, ProblemError, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { sharedValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';

/**
 * A purchase whose outcome is not known, from before anything was sent. Holds a card's token, never its number in the clear;
 * a card attempt without one was not sent.
 */
export interface PurchaseAttempt {
  readonly idempotencyKey: string;
  readonly request: PurchaseInput;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

export interface PurchaseSteps {
  readonly pending: StoredValue<PurchaseAttempt>;
  /** Adds the card's token; the identity for other methods. */
  readonly complete: (request: PurchaseInput) => Promise<PurchaseInput>;
  readonly send: (attempt: PurchaseAttempt) => Promise<PurchaseOutput>;
}

/** An attempt without an outcome holds a buyer's data, and is worth asking about for so long. */
const ASKED_ABOUT_MILLISECONDS = 3_600_000;
/** A page that was loaded again goes on by itself with what was pressed so long ago. */
const RESUMED_MILLISECONDS = 120_000;

/** Whose purchase it is, in a form that may lie in the browser's storage. */
export const buyerMark = (email: string): string => fingerprint(email.trim().toLowerCase());

/** The attempt of one buyer at one offer, in whatever tab. */
export const pendingAttempt = (offerId: string, email: string): StoredValue<PurchaseAttempt> =>
  sharedValue(`attempt:${offerId}:${buyerMark(email)}`, ASKED_ABOUT_MILLISECONDS);

/** What is bought, by whom and how: where the buyer came from makes no other purchase of it, nor does the card's token. */
export const orderText = (request: PurchaseInput): string => {
  const { utmQuery: _, referer: __, affiliateId: ___, creditCard, email, ...order } = request;
  return JSON.stringify({ ...order, email: email.toLowerCase(), in: creditCard?.installments });
};

const wasSent = ({ request: { paymentMethod, creditCard } }: PurchaseAttempt): boolean =>
  paymentMethod !== 'CREDIT_CARD' || creditCard?.token !== undefined;

/** The attempt that a page which was loaded again in the middle of it goes on with. */
export const resumable = (
  pending: StoredValue<PurchaseAttempt>,
  now: number,
): PurchaseAttempt | undefined => {
  const attempt = pending.read();
  return attempt && wasSent(attempt) && now - attempt.begunAt < RESUMED_MILLISECONDS
    ? attempt
    : undefined;
};

const isUnknown = (failure: unknown): boolean =>
  failure instanceof ConnectionLost || (failure instanceof ProblemError && failure.mayHaveHappened);

/** Networks that want a sign-in first answer in place of everybody, with 200. @throws ConnectionLost */
const requireAnswer = (output: Partial<PurchaseOutput> | null): void => {
  if (typeof output?.paymentId !== 'string') throw new ConnectionLost(output);
};

/** Sends an attempt and forgets it as soon as its outcome is known. */
const conclude = async (
  attempt: PurchaseAttempt,
  { pending, send }: PurchaseSteps,
): Promise<PurchaseOutput> => {
  pending.keep(attempt);
  try {
    const output = await send(attempt);
    requireAnswer(output);
    pending.forget();
    return output;
  } catch (failure) {
    if (!isUnknown(failure)) pending.forget();
    throw failure;
  }
};

/** Its key is kept before anything is asked of anybody. */
const begin = async (request: PurchaseInput, steps: PurchaseSteps): Promise<PurchaseOutput> => {
  const attempt = { idempotencyKey: newIdempotencyKey(), request, begunAt: Date.now() };
  steps.pending.keep(attempt);
  let completed: PurchaseInput;
  try {
    completed = await steps.complete(request);
  } catch (failure) {
    steps.pending.forget();
    throw failure;
  }
  return conclude({ ...attempt, request: completed }, steps);
};

/**
 * Buys once, however often it is asked to. An attempt without a known outcome is repeated verbatim, with its key, when the
 * same is bought again; a card attempt even when something else is, because that card may have been charged.
 * @throws ConnectionLost, ProblemError; the attempt is kept while it may have happened
 */
export const buyOnce = async (
  request: PurchaseInput,
  steps: PurchaseSteps,
): Promise<PurchaseOutput> => {
  const earlier = steps.pending.read();
  if (!earlier || !wasSent(earlier)) return begin(request, steps);
  if (orderText(earlier.request) === orderText(request)) return conclude(earlier, steps);
  if (earlier.request.paymentMethod === 'CREDIT_CARD') {
    const output = await conclude(earlier, steps).catch((failure: unknown) => {
      if (isUnknown(failure)) throw failure;
      return undefined;
    });
    if (output && output.status !== 'REJECTED') return output;
  }
  return begin(request, steps);
};
