import { cents, type Cents } from '#/domain/money.ts';
import type { OperationName } from '#/domain/ports/payment-provider.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { amountOf } from './asked-amount.ts';
import { givenIn, stepsOf, type Role, type Step } from './case-book.ts';
import type { Guard } from './guard.ts';
import { mapLeaves } from './leaves.ts';
import { matchesOf, type Asked, type Match } from './matching.ts';
import { rewrite } from './rewrite.ts';
import { readingOf } from './status-words.ts';
import { createStore, type Answered, type Kept, type Store } from './store.ts';

/**
 * Simulates any provider from its cases: it finds the case most similar to a request and sends that case's reply, with its own
 * ids, amounts and statuses. There is no code for a single provider.
 */
export interface Engine {
  readonly answer: (asked: Asked) => Answered;
  readonly charges: () => readonly Kept[];
  readonly chargeOf: (transactionId: string) => Kept | undefined;
}

export interface EngineOptions {
  readonly evidence: ProviderCases<never>;
  readonly guard: Guard;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called when a request has created or changed something. */
  readonly onChange: (kept: Kept) => void;
}

const NOT_FOUND: Answered = { status: 404, json: { message: 'Not found.' } };
const REFUSED: Answered = { status: 422, json: { message: 'Not in this state.' } };
const UNAUTHORIZED: Answered = { status: 401, json: { message: 'Unauthorized.' } };

const CREATING: readonly OperationName[] = [
  'createTransaction',
  'withdraw',
  'createReceiver',
  'createCardToken',
  'createCardId',
];
const READING: readonly OperationName[] = [
  'getTransaction',
  'findTransaction',
  'getWithdraw',
  'findWithdraw',
];

const OWN_NAME: Partial<Record<Step['operation'], Role>> = {
  createTransaction: 'orderId',
  withdraw: 'withdrawReference',
};

/** Whether a text is an id that an existing charge or payout must have for the step to be answered. */
const isAbout = ({ operation, ids }: Step, caseText: string): boolean => {
  if (CREATING.includes(operation)) return false;
  const wanted: readonly Role[] = operation.startsWith('find')
    ? ['orderId', 'withdrawReference']
    : ['transactionId', 'withdrawId'];
  return ids.get(caseText)?.some((role) => wanted.includes(role)) ?? false;
};

const KINDS: Partial<Record<Step['operation'], Kept['kind']>> = {
  createTransaction: 'charge',
  withdraw: 'payout',
};

const newKept = (
  { step, pairs }: Match,
  amount: Cents,
  now: number,
  before: Kept | undefined,
): Kept => {
  const kind = (step.creates && KINDS[step.operation]) || 'other';
  // What was created before a charge (its customer, its card) is continued by it; another charge is not.
  const known = before?.kind === 'other' ? before : undefined;
  const url = pairs.find(({ of }) => of.value === step.webhookUrl)?.to;
  return {
    kind,
    ids: new Map(known?.ids),
    roles: new Map(known?.roles),
    amount,
    paymentMethod: step.paymentMethod,
    webhookUrl: typeof url === 'string' ? url : undefined,
    createdAt: now,
    status: (step.status ?? 'PENDING') as Kept['status'],
    refunded: 0,
  };
};

const idsFor = (json: unknown, { step, captured }: Match, kept: Kept, store: Store) =>
  new Map([
    ...captured,
    ...givenIn(json, step.ids)
      .filter((text) => !captured.has(text))
      .map((text) => [text, store.idFor(kept, text, step.ids)] as const),
  ]);

const mainId = ({ roles }: Kept): string =>
  roles.get('transactionId') ?? roles.get('withdrawId') ?? '';

const withRefunded = (
  json: unknown,
  { refunded }: Kept,
  write: (amount: Cents) => number | string,
) =>
  mapLeaves(json, ({ key, value }) => {
    const isIt = /refund/i.test(key) && /amount|value|cents|valor/i.test(key);
    if (!isIt || refunded === 0 || (typeof value !== 'number' && value !== null)) return value;
    return Number(write(cents(refunded)));
  });

/** Makes the replies about a stored charge or payout. */
const createReplies = (
  { evidence, onChange }: EngineOptions,
  steps: readonly Step[],
  store: Store,
) => {
  const { write } = evidence.provider.amount;

  const rewriteReply = (json: unknown, match: Match, kept: Kept, to: Cents): unknown => {
    const { step, pairs } = match;
    const ids = idsFor(json, match, kept, store);
    const amount = step.amount !== undefined && to > 0 ? { of: step.amount, to } : undefined;
    return rewrite(json, { ids, pairs, amount, at: kept.createdAt }, mainId(kept));
  };

  return {
    /** Replies as in the case. */
    asCase: (match: Match, kept: Kept, to: Cents): Answered => {
      const { status = 200, json, text } = match.step.reply;
      if (text !== undefined) return { status, text };
      return { status, json: rewriteReply(json ?? {}, match, kept, to) };
    },
    /** Replies with the current status. */
    reading: (match: Match, kept: Kept): Answered => {
      if (kept.kind === 'payout' && kept.status === 'PENDING') {
        kept.status = 'APPROVED';
        onChange(kept);
      }
      const others = steps.filter(
        ({ operation, isLast, outcome }) =>
          operation === match.step.operation && isLast && outcome === 'success',
      );
      const found = readingOf(evidence, kept, others);
      if (found === undefined) return NOT_FOUND;
      const json = found.finish(rewriteReply(found.json, match, kept, kept.amount));
      return { status: match.step.reply.status ?? 200, json: withRefunded(json, kept, write) };
    },
  };
};

/** Records a refund and returns its amount; undefined when it is not possible. */
const refund = (kept: Kept, match: Match, asked: Cents | undefined): Cents | undefined => {
  const left = kept.amount - kept.refunded;
  const amount = asked ?? cents(left);
  if (kept.status !== 'APPROVED' || amount < 1 || amount > left) return undefined;
  kept.refunded += amount;
  if (kept.refunded === kept.amount) kept.status = 'REFUNDED';
  // Every refund has an id of its own.
  kept.roles.delete('refundId');
  for (const [text, roles] of match.step.ids) if (roles.includes('refundId')) kept.ids.delete(text);
  return amount;
};

/** Returns the provider's reply for something that does not exist. */
const nothingOf = (matches: readonly Match[]): Answered => {
  const reply = matches.find(({ step }) => step.outcome === 'nothing')?.step.reply;
  return reply ? { status: 200, ...reply } : NOT_FOUND;
};

export const createEngine = (options: EngineOptions): Engine => {
  const { evidence, guard, now, onChange } = options;
  const steps = stepsOf(evidence.cases);
  const store = createStore();
  const replies = createReplies(options, steps, store);
  const { amount: unit } = evidence.provider;

  const create = (match: Match, before: Kept | undefined): Answered => {
    const { step, captured } = match;
    const ownName = OWN_NAME[step.operation];
    const names = [...captured].filter(
      ([text]) => ownName !== undefined && step.ids.get(text)?.includes(ownName),
    );
    const again = names.map(([, name]) => store.find(name)).find((kept) => kept?.answered);
    if (again?.answered) return again.answered;
    const kept = store.add(
      newKept(match, amountOf(match, unit) ?? match.step.amount ?? cents(0), now(), before),
    );
    for (const [text, name] of names) store.own(kept, text, name, step.ids);
    kept.answered = replies.asCase(match, kept, kept.amount);
    onChange(kept);
    return kept.answered;
  };

  const goOn = (match: Match, known: Kept | undefined, matches: readonly Match[]): Answered => {
    const { step } = match;
    const asked = amountOf(match, unit);
    const kept = known ?? store.add(newKept(match, asked ?? cents(0), now(), undefined));
    if (kept.kind !== 'other' && READING.includes(step.operation)) {
      return replies.reading(match, kept);
    }
    if (step.operation !== 'refund' || !step.isLast) {
      return replies.asCase(match, kept, kept.amount);
    }
    const amount = refund(kept, match, asked);
    if (amount === undefined) {
      const refusal = matches.find((each) => each.step.isLast && each.step.outcome === 'failure');
      return refusal ? replies.asCase(refusal, kept, kept.amount) : REFUSED;
    }
    if (kept.status === 'REFUNDED') onChange(kept);
    return replies.asCase(match, kept, amount);
  };

  return {
    charges: () => store.all.filter(({ kind }) => kind === 'charge'),
    chargeOf: (transactionId) => {
      const kept = store.find(transactionId);
      return kept?.kind === 'charge' ? kept : undefined;
    },
    answer: (asked) => {
      const open = guard.openReply(asked);
      if (open) return open;
      const matches = matchesOf(steps, asked);
      const isReading = ({ step }: Match) =>
        READING.includes(step.operation) && step.outcome === 'success';
      const match = (asked.method === 'GET' && matches.find(isReading)) || matches[0];
      if (match === undefined) return NOT_FOUND;
      const { step, captured } = match;
      if (!guard.letsIn(asked, step)) return UNAUTHORIZED;
      const known = [...captured.values()].map(store.find).find((kept) => kept !== undefined);
      if (known === undefined && [...captured.keys()].some((text) => isAbout(step, text))) {
        return nothingOf(matches);
      }
      if (step.outcome === 'failure' || step.outcome === 'nothing') {
        return { status: 200, ...step.reply };
      }
      if (step.creates) return create(match, known);
      return goOn(match, known, matches);
    },
  };
};
