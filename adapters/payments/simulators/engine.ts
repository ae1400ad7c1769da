import { cents, type Cents } from '#/domain/values/money.ts';
import type { OperationName } from '#/domain/ports/payment-provider.ts';
import { providerOperations } from '#/domain/ports/provider-operations.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { amountOf } from './requested-amount.ts';
import { idsInReply, stepsOf, type Role, type Step } from './steps.ts';
import type { Authentication } from './authentication.ts';
import { mapScalars } from './json-scalars.ts';
import { matchesOf, type ReceivedRequest, type Match } from './matching.ts';
import { rewrite } from './rewrite.ts';
import { statusReplyOf } from './status-words.ts';
import type { RandomBytes } from './generate-id.ts';
import { createStore, mainIdOf, type Reply, type Resource, type Store } from './store.ts';

/** Simulates any provider: the case most similar to a request gives the reply. */
export interface Engine {
  readonly answer: (received: ReceivedRequest) => Reply;
  /** Returns the oldest first. */
  readonly resources: () => readonly Resource[];
  readonly chargeOf: (transactionId: string) => Resource | undefined;
}

export interface EngineOptions {
  readonly providerCases: ProviderCases<never>;
  readonly authentication: Authentication;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly random: RandomBytes;
  /** What a second request with the same reference gets: the first answer (`once`, default), a new execution (`again`), or this status. */
  readonly repetition?: 'once' | 'again' | 400 | 409 | 422;
  /** Called when something was created, or its status changed. */
  readonly onChange: (resource: Resource) => void;
  /** Called before the answer to a look-up of a charge or payout. */
  readonly onLookUp?: (resource: Resource) => void;
  /** Whether look-ups do not find the resource yet. Absent = they find everything. */
  readonly isAbsent?: (resource: Resource) => boolean;
}

const NOT_FOUND: Reply = { status: 404, json: { message: 'Not found.' } };
const REFUSED: Reply = { status: 422, json: { message: 'Not in this state.' } };
const DUPLICATE = { message: 'Duplicate reference.' };
const UNAUTHORIZED: Reply = { status: 401, json: { message: 'Unauthorized.' } };

/** Look-ups of charges and payouts are answered from the store. */
const isLookUp = (operation: OperationName): boolean => {
  const { does, of } = providerOperations[operation];
  return does === 'look up' && (of === 'charge' || of === 'payout');
};

/** Whether the operation changes nothing. */
const isQuestion = (operation: OperationName): boolean => {
  const { does } = providerOperations[operation];
  return does === 'look up' || does === 'read';
};

/** What the product's own id in a request identifies. */
const OWN_ROLE: Partial<Record<Step['operation'], Role>> = {
  createTransaction: 'orderId',
  withdraw: 'withdrawReference',
  createReceiver: 'registrationId',
};

/** Whether the step acts on the resource with this id, which must exist. */
const isTarget = ({ operation, captures, ids }: Step, caseText: string): boolean => {
  if (providerOperations[operation].does === 'create' && !captures) return false;
  const roles: readonly Role[] = operation.startsWith('find')
    ? ['orderId', 'withdrawReference']
    : ['transactionId', 'withdrawId'];
  return ids.get(caseText)?.some((role) => roles.includes(role)) ?? false;
};

const kindOf = ({ creates, operation }: Step): Resource['kind'] => {
  const { of } = providerOperations[operation];
  return creates && (of === 'charge' || of === 'payout') ? of : 'other';
};

const newResource = (
  { step, pairs }: Match,
  amount: Cents,
  now: number,
  before: Resource | undefined,
): Resource => {
  // A charge takes over the ids of its customer or card, but not those of another charge.
  const parent = before?.kind === 'other' ? before : undefined;
  const url = pairs.find(({ sample }) => sample.value === step.webhookUrl)?.received;
  return {
    kind: kindOf(step),
    ids: new Map(parent?.ids),
    roles: new Map(parent?.roles),
    amount,
    paymentMethod: step.paymentMethod,
    webhookUrl: typeof url === 'string' ? url : undefined,
    createdAt: now,
    status: (step.status ?? 'PENDING') as Resource['status'],
    refunded: 0,
  };
};

const idsFor = (json: unknown, { step, captured }: Match, resource: Resource, store: Store) =>
  new Map([
    ...captured,
    ...idsInReply(json, step.ids)
      .filter((text) => !captured.has(text))
      .map((text) => [text, store.idFor(resource, text, step.ids)] as const),
  ]);

const withRefunded = (
  json: unknown,
  { refunded }: Resource,
  write: (amount: Cents) => number | string,
) =>
  mapScalars(json, ({ key, value }) => {
    const isRefundedTotal = /refund/i.test(key) && /amount|value|cents|valor/i.test(key);
    // The refunded total is null before the first refund.
    const isAmount = typeof value === 'number' || value === null;
    if (!isRefundedTotal || !isAmount || refunded === 0) return value;
    return Number(write(cents(refunded)));
  });

const createReplies = (
  { providerCases, onLookUp }: EngineOptions,
  steps: readonly Step[],
  store: Store,
) => {
  const { write } = providerCases.provider.amount;

  const rewriteReply = (json: unknown, match: Match, resource: Resource, shown: Cents): unknown => {
    const { step, pairs } = match;
    const ids = idsFor(json, match, resource, store);
    const amount =
      step.amount !== undefined && shown > 0 ? { of: step.amount, to: shown } : undefined;
    return rewrite(json, { ids, pairs, amount, at: resource.createdAt }, mainIdOf(resource));
  };

  return {
    caseReply: (match: Match, resource: Resource, shown: Cents): Reply => {
      const { status = 200, json, text } = match.step.reply;
      if (text !== undefined) return { status, text };
      return { status, json: rewriteReply(json ?? {}, match, resource, shown) };
    },
    statusReply: (match: Match, resource: Resource): Reply => {
      onLookUp?.(resource);
      const readings = steps.filter(
        ({ operation, isLast, outcome }) =>
          operation === match.step.operation && isLast && outcome === 'success',
      );
      const reply = statusReplyOf(providerCases, resource, readings);
      if (reply === undefined) return NOT_FOUND;
      const json = reply.finish(rewriteReply(reply.json, match, resource, resource.amount));
      return { status: match.step.reply.status ?? 200, json: withRefunded(json, resource, write) };
    },
  };
};

/** Returns the amount; undefined when no refund is possible. */
const refund = (
  resource: Resource,
  match: Match,
  requested: Cents | undefined,
): Cents | undefined => {
  const remaining = resource.amount - resource.refunded;
  const amount = requested ?? cents(remaining);
  if (resource.status !== 'APPROVED' || amount < 1 || amount > remaining) return undefined;
  resource.refunded += amount;
  if (resource.refunded === resource.amount) resource.status = 'REFUNDED';
  // Every refund has its own id.
  resource.roles.delete('refundId');
  for (const [text, roles] of match.step.ids)
    if (roles.includes('refundId')) resource.ids.delete(text);
  return amount;
};

/** @returns how a second capture is refused; undefined = the charge is captured */
const captureOnce = (
  resource: Resource,
  { repetition = 'once', onChange }: EngineOptions,
): Reply | undefined => {
  if (resource.status === 'PENDING') {
    resource.status = 'APPROVED';
    onChange(resource);
    return undefined;
  }
  return typeof repetition === 'number' ? { status: repetition, json: DUPLICATE } : undefined;
};

const notFoundReply = (matches: readonly Match[]): Reply => {
  const reply = matches.find(({ step }) => step.outcome === 'nothing')?.step.reply;
  return reply ? { status: 200, ...reply } : NOT_FOUND;
};

const isHidden = (
  resource: Resource | undefined,
  { operation }: Step,
  { isAbsent = () => false }: EngineOptions,
): boolean => resource !== undefined && isQuestion(operation) && isAbsent(resource);

const isStatusQuery = ({ step }: Match): boolean =>
  isLookUp(step.operation) && step.outcome === 'success';

export const createEngine = (options: EngineOptions): Engine => {
  const { providerCases, authentication, now, random, onChange, repetition = 'once' } = options;
  const steps = stepsOf(providerCases.cases);
  const store = createStore(random);
  const replies = createReplies(options, steps, store);
  const { amount: unit } = providerCases.provider;

  const create = (match: Match, before: Resource | undefined): Reply => {
    const { step, captured } = match;
    const ownRole = OWN_ROLE[step.operation];
    const references = [...captured].filter(
      ([text]) => ownRole !== undefined && step.ids.get(text)?.includes(ownRole),
    );
    const prior = references.map(([, id]) => store.find(id)).find((each) => each?.creationReply);
    if (prior?.creationReply && repetition === 'once') return prior.creationReply;
    if (prior && repetition !== 'again') return { status: Number(repetition), json: DUPLICATE };
    const resource = store.add(
      newResource(match, amountOf(match, unit) ?? match.step.amount ?? cents(0), now(), before),
    );
    for (const [text, id] of references) store.recordIds(resource, text, id, step.ids);
    resource.creationReply = replies.caseReply(match, resource, resource.amount);
    onChange(resource);
    return resource.creationReply;
  };

  const reply = (match: Match, target: Resource | undefined, matches: readonly Match[]): Reply => {
    const { step } = match;
    const requested = amountOf(match, unit);
    const addNew = () => store.add(newResource(match, requested ?? cents(0), now(), undefined));
    const resource = target ?? addNew();
    if (resource.kind !== 'other' && isLookUp(step.operation)) {
      return replies.statusReply(match, resource);
    }
    const refused = step.captures ? captureOnce(resource, options) : undefined;
    if (refused) return refused;
    if (step.operation !== 'refund' || !step.isLast) {
      return replies.caseReply(match, resource, resource.amount);
    }
    const amount = refund(resource, match, requested);
    if (amount === undefined) {
      const refusal = matches.find((each) => each.step.isLast && each.step.outcome === 'failure');
      return refusal ? replies.caseReply(refusal, resource, resource.amount) : REFUSED;
    }
    if (resource.status === 'REFUNDED') onChange(resource);
    return replies.caseReply(match, resource, amount);
  };

  return {
    resources: () => store.all,
    chargeOf: (transactionId) => {
      const resource = store.find(transactionId);
      return resource?.kind === 'charge' ? resource : undefined;
    },
    answer: (received) => {
      const open = authentication.openReply(received);
      if (open) return open;
      const matches = matchesOf(steps, received);
      const match = (received.method === 'GET' && matches.find(isStatusQuery)) || matches[0];
      if (match === undefined) return NOT_FOUND;
      const { step, captured } = match;
      if (!authentication.isAuthorized(received, step)) return UNAUTHORIZED;
      const target = [...captured.values()].map(store.find).find((each) => each !== undefined);
      const isUnknown =
        target === undefined && [...captured.keys()].some((text) => isTarget(step, text));
      if (isUnknown || isHidden(target, step, options)) return notFoundReply(matches);
      if (step.outcome === 'failure' || step.outcome === 'nothing') {
        return { status: 200, ...step.reply };
      }
      if (step.creates) return create(match, target);
      return reply(match, target, matches);
    },
  };
};
