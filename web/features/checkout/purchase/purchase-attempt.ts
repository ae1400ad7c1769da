import type { PurchaseInput, PurchaseOutput } from '#/api/contract/checkout.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';
import { ConnectionLost, ProblemError, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { sharedValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';

/** A purchase without a known outcome, stored before it is sent. It holds a card's token, not its number. */
export interface PurchaseAttempt {
  readonly idempotencyKey: string;
  readonly request: PurchaseInput;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

export interface PurchaseSteps {
  readonly pending: StoredValue<PurchaseAttempt>;
  /** Adds the card's token. */
  readonly complete: (request: PurchaseInput) => Promise<PurchaseInput>;
  readonly send: (attempt: PurchaseAttempt) => Promise<PurchaseOutput>;
}

/** How long an attempt is stored for a retry; not longer, because it has the buyer's data. */
const STORED_MILLISECONDS = 3_600_000;
/** A reloaded page resumes a purchase if the press was less than two minutes ago. */
const RESUMED_MILLISECONDS = 120_000;

/** A hash, safe to store in the browser. */
export const buyerMark = (email: string): string => fingerprint(email.trim().toLowerCase());

/** One buyer's attempt at one offer, shared by all tabs. */
export const pendingAttempt = (offerId: string, email: string): StoredValue<PurchaseAttempt> =>
  sharedValue(`attempt:${offerId}:${buyerMark(email)}`, STORED_MILLISECONDS);

/** An order as text, to compare orders. Traffic source, affiliate and card token are left out: they make no other order. */
export const orderText = (request: PurchaseInput): string => {
  const { utmQuery: _, referer: __, affiliateId: ___, creditCard, email, ...order } = request;
  return JSON.stringify({ ...order, email: email.toLowerCase(), in: creditCard?.installments });
};

const wasSent = ({ request: { paymentMethod, creditCard } }: PurchaseAttempt): boolean =>
  paymentMethod !== 'CREDIT_CARD' || creditCard?.token !== undefined;

/** The attempt to resume after a reload. */
export const findResumable = (
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

/** A captive portal answers any request with 200 and its own page. @throws ConnectionLost */
const requireAnswer = (output: Partial<PurchaseOutput> | null): void => {
  if (typeof output?.paymentId !== 'string') throw new ConnectionLost(output);
};

/** Sends an attempt, and removes it once its outcome is known. */
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

/** Stores the idempotency key before any request. */
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
 * If an earlier attempt has an unknown outcome, sends it again with its own idempotency key, so that the buyer does not pay twice.
 * If the order has changed since, only a card attempt is sent again. Unless it is refused, its payment is returned, and the new order
 * is not sent.
 * @throws ConnectionLost, ProblemError, what `steps.complete` throws
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
