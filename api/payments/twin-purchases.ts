import type { RandomSource, Machine } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { Rejected } from '#/api/http/problem.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import { KEY_SECONDS } from '#/domain/epoch/epoch.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { requestDigest } from '#/ledger/derived-id.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';
import { derivedKey } from '#/ledger/vault/cipher.ts';
import { LONGEST_ANSWER_WAIT_MS, LOOK_EVERY_MS } from './answer-wait.ts';
import type { TwinPlace, TwinRows } from './twin-rows.ts';

/**
 * A browser may send one purchase twice, for example from two tabs, but the buyer must pay once. Such purchases are called twins. They
 * share one command: one of them buys, the others wait for its answer.
 */

/** `called` = the call to the acquirer has not ended; `answered` = it has; `ended` = not paid, or paid back. */
type Stage = 'called' | 'answered' | 'ended';

export interface RecordedPurchase<Result> {
  readonly stage: Stage;
  readonly result: Result;
}

export interface PurchaseSteps<Result> {
  readonly findRecorded: (commandId: string) => Promise<RecordedPurchase<Result> | undefined>;
  readonly buy: (context: DatedContext) => Promise<Result>;
}

export interface TwinPurchases {
  /**
   * Buys, or waits for a twin (an equal purchase) that is buying.
   * @param order purchases with equal orders, soon one after another, are twins
   * @returns the purchase; after a long wait, without its acquirer's answer
   * @throws Refused `idempotency/key-reused`, Rejected `service/unavailable`, and what the steps throw
   */
  readonly buyOnce: <Result>(
    context: DatedContext,
    order: unknown,
    steps: PurchaseSteps<Result>,
  ) => Promise<Result>;
  /** Returns the command of the earlier equal purchase that this one joined, or its own. @throws Refused `idempotency/key-reused` */
  readonly sharedBy: (context: DatedContext) => Promise<DatedContext>;
}

export interface TwinTimes {
  /** Longest time between the first purchase and a twin. */
  readonly apartMs: number;
  /** Longer than a request has to record the payment: after its deadline it writes nothing. */
  readonly leaseMs: number;
  /** Longest wait of a twin for an answer. */
  readonly waitMs: number;
}

const TIMES: TwinTimes = { apartMs: 60_000, leaseMs: 6_000, waitMs: LONGEST_ANSWER_WAIT_MS };

interface SharedCommand {
  readonly context: DatedContext;
  /** Id of the lease; set for the first purchase only. */
  readonly lease: string | undefined;
  /** False for a retry. */
  readonly isNew: boolean;
}

/** A try to join fails if a concurrent twin ends the sharing with the first purchase meanwhile. */
const MOST_TRIES = 5;

const busy = (): Rejected =>
  new Rejected('service/unavailable', { headers: { 'Retry-After': '2' } });

/** @throws Refused `idempotency/key-reused` */
const shareContext = (context: DatedContext, place: TwinPlace): DatedContext => {
  if (place.request !== context.request) throw new Refused('idempotency/key-reused');
  // The row does not say how old the earlier purchase's key is, so the greatest age is assumed.
  const isOwn = place.sharedCommand === context.commandId;
  const age = isOwn
    ? { idSince: context.idSince }
    : { idSince: addSeconds(context.idSince, -KEY_SECONDS), isIdNew: false };
  return { ...context, commandId: place.sharedCommand, request: place.sharedRequest, ...age };
};

const createPlaces = (
  rows: TwinRows,
  { apartMs, leaseMs }: TwinTimes,
  { uuid }: Pick<RandomSource, 'uuid'>,
) => {
  const join = async (
    context: DatedContext,
    twin: string,
    endedCommand?: string,
  ): Promise<SharedCommand> => {
    const { commandId, request = '' } = context;
    const lease = uuid();
    let isNew = false;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await rows.endSharing(twin, apartMs, endedCommand);
      const isFirst = await rows.addFirst({ commandId, request, twin }, { lease, leaseMs });
      if (isFirst) return { context, lease, isNew: true };
      const place = await rows.findPlace(commandId);
      if (place) return { context: shareContext(context, place), lease: undefined, isNew };
      isNew = await rows.addTwin({ commandId, request, twin });
    }
    throw busy();
  };

  return {
    join,
    /** Stops sharing the command of a purchase that has ended, and joins again. */
    leave: async (
      context: DatedContext,
      twin: string,
      endedCommand: string,
    ): Promise<SharedCommand> => {
      await rows.remove(context.commandId);
      return join(context, twin, endedCommand);
    },
    takeLease: async (command: string): Promise<string | undefined> => {
      const lease = uuid();
      return (await rows.takeLease(command, { lease, leaseMs })) ? lease : undefined;
    },
    /** If this fails, the lease expires. */
    releaseLease: async (command: string, lease: string): Promise<void> => {
      await rows.releaseLease(command, lease).catch(() => undefined);
    },
  };
};

export const createTwinPurchases = (
  rows: TwinRows,
  secret: Buffer,
  { machine = thisMachine, ...given }: Partial<TwinTimes> & { readonly machine?: Machine } = {},
): TwinPurchases => {
  const times = { ...TIMES, ...given };
  const places = createPlaces(rows, times, machine);
  const key = derivedKey(secret, 'twin purchases');

  const buyUnderLease = async <Result>(
    { context, lease }: SharedCommand & { readonly lease: string },
    { buy }: PurchaseSteps<Result>,
  ): Promise<Result> => {
    try {
      return await buy(context);
    } finally {
      await places.releaseLease(context.commandId, lease);
    }
  };

  /** Polls until the purchase is answered. If its lease ended and no payment is recorded, takes the lease and buys. */
  const follow = async <Result>(
    shared: SharedCommand,
    steps: PurchaseSteps<Result>,
  ): Promise<Result> => {
    const { commandId } = shared.context;
    const until = machine.elapsedMs() + times.waitMs;
    for (;;) {
      const purchase = await steps.findRecorded(commandId);
      if (purchase && purchase.stage !== 'called') return purchase.result;
      const lease = purchase ? undefined : await places.takeLease(commandId);
      // The holder before may have recorded a payment since the check.
      const recordedSince = lease === undefined ? undefined : await steps.findRecorded(commandId);
      if (lease !== undefined && !recordedSince) return buyUnderLease({ ...shared, lease }, steps);
      if (lease !== undefined) await places.releaseLease(commandId, lease);
      if (machine.elapsedMs() > until) {
        if (purchase) return purchase.result;
        throw busy();
      }
      // This waits for an acquirer, so it does not count against the request's deadline.
      await withDeadlinePaused(() => machine.pause(LOOK_EVERY_MS));
    }
  };

  return {
    sharedBy: async (context) => {
      const place = await rows.findPlace(context.commandId);
      return place ? shareContext(context, place) : context;
    },
    buyOnce: async (context, order, steps) => {
      if (context.request === undefined) return steps.buy(context);
      const twin = requestDigest(key, order);
      let shared = await places.join(context, twin);
      if (shared.isNew && shared.lease === undefined) {
        const { commandId: first } = shared.context;
        const purchase = await steps.findRecorded(first);
        if (purchase?.stage === 'ended') shared = await places.leave(context, twin, first);
      }
      const { lease } = shared;
      return lease === undefined
        ? follow(shared, steps)
        : buyUnderLease({ ...shared, lease }, steps);
    },
  };
};
