import type { PurchaseInput, PurchaseOutput } from '#/api/contract/checkout.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';
import { ConnectionLost, ProblemError, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { sharedValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';

/**
 * A purchase without a known outcome, stored before any request is sent. It never holds a card's number. A purchase by card holds the
 * card's token once there is one, and is sent only then.
 */
export interface PurchaseAttempt {
  readonly idempotencyKey: string;
  readonly request: PurchaseInput;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

export interface PurchaseSteps {
  readonly pending: StoredValue<PurchaseAttempt>;
  /** Adds the card's token; returns requests of other methods unchanged. */
  readonly complete: (request: PurchaseInput) => Promise<PurchaseInput>;
  readonly send: (attempt: PurchaseAttempt) => Promise<PurchaseOutput>;
}

/** How long an attempt without an outcome is kept for a retry: not longer, because it contains the buyer's data. */
const ASKED_ABOUT_MILLISECONDS = 3_600_000;
/** A reloaded page resumes a purchase automatically only if the press was less than two minutes ago. */
const RESUMED_MILLISECONDS = 120_000;

/** A hash of the buyer's e-mail address, safe to keep in the browser's storage. */
export const buyerMark = (email: string): string => fingerprint(email.trim().toLowerCase());

/** The attempt of one buyer at one offer, shared by all tabs. */
export const pendingAttempt = (offerId: string, email: string): StoredValue<PurchaseAttempt> =>
  sharedValue(`attempt:${offerId}:${buyerMark(email)}`, ASKED_ABOUT_MILLISECONDS);

/** The order and the buyer as text, without traffic source, affiliate and card token: a purchase that differs only in these is the same. */
export const orderText = (request: PurchaseInput): string => {
  const { utmQuery: _, referer: __, affiliateId: ___, creditCard, email, ...order } = request;
  return JSON.stringify({ ...order, email: email.toLowerCase(), in: creditCard?.installments });
};

const wasSent = ({ request: { paymentMethod, creditCard } }: PurchaseAttempt): boolean =>
  paymentMethod !== 'CREDIT_CARD' || creditCard?.token !== undefined;

/** Returns the attempt that a page resumes when it was reloaded in the middle of a purchase. */
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

/** Detects a captive portal, which answers any request with 200 and its own page. @throws ConnectionLost */
const requireAnswer = (output: Partial<PurchaseOutput> | null): void => {
  if (typeof output?.paymentId !== 'string') throw new ConnectionLost(output);
};

/** Sends an attempt and removes it as soon as its outcome is known. */
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

/** Stores the idempotency key before any request is sent. */
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
 * Buys an order. An attempt whose answer was lost stays stored (`pending`). If the buyer then buys the same order, the stored attempt is
 * sent again unchanged, with its key, so that the order is not bought twice. A stored attempt by card is sent again even if the buyer buys
 * another order now, because the card may have been charged. Its payment is then returned instead of the new order's. Only if the stored
 * attempt is refused, or its payment is rejected, the new order is bought.
 * @throws ConnectionLost, ProblemError; the attempt is kept while its outcome is unknown. Also what `steps.complete` throws
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
