import type { Sent } from '#/adapters/payments/kit/network/exchange.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { createAuthentication } from '#/adapters/payments/simulators/authentication.ts';
import {
  createEngine,
  type Engine,
  type EngineOptions,
} from '#/adapters/payments/simulators/engine.ts';
import { bodyOf } from '#/adapters/payments/simulators/leaves.ts';
import { matchesOf, type ReceivedRequest } from '#/adapters/payments/simulators/matching.ts';
import { stepsOf, type Step } from '#/adapters/payments/simulators/steps.ts';
import type { Resource } from '#/adapters/payments/simulators/store.ts';
import type { World } from './world.ts';

/** Money that an acquirer moved in the name of one merchant, in cents; what leaves the merchant is negative. */
export interface Movement {
  readonly kind: 'charge' | 'refund' | 'payout';
  /** Our id of the charge or payout, as the acquirer was told. */
  readonly reference: string;
  readonly transactionId: string;
  readonly amount: number;
}

export interface AcquirerReply {
  readonly status: number;
  readonly bytes: Buffer;
}

/** What an acquirer does with a second request under one reference. */
export type Repetition = NonNullable<EngineOptions['repetition']>;

interface AcquirerOptions {
  readonly world: World;
  readonly evidence: ProviderCases<never>;
  readonly repetition: Repetition;
}

/** What a request is for, in the words of the counts; all others are look-ups. */
const OPERATIONS: Readonly<Record<string, string>> = {
  createTransaction: 'charge',
  withdraw: 'payout',
  refund: 'refund',
};

const receivedFrom = ({ origin, path, method, headers, body }: Sent): ReceivedRequest => {
  const url = new URL(path, origin);
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: named,
    body: bodyOf(body ?? '', named['content-type'] ?? ''),
  };
};

const role = (
  { roles }: Resource,
  ...names: readonly ('orderId' | 'withdrawReference' | 'transactionId' | 'withdrawId')[]
): string => names.map((name) => roles.get(name)).find((text) => text !== undefined) ?? '';

const movementsOf = (resource: Resource): readonly Movement[] => {
  const { kind, status, amount, refunded } = resource;
  const about = {
    reference: role(resource, 'orderId', 'withdrawReference'),
    transactionId: role(resource, 'transactionId', 'withdrawId'),
  };
  if (kind === 'payout') {
    const isOut = status === 'PENDING' || status === 'APPROVED';
    return isOut ? [{ kind, ...about, amount: -amount }] : [];
  }
  const isIn = kind === 'charge' && (status === 'APPROVED' || status === 'REFUNDED');
  if (!isIn) return [];
  const back: readonly Movement[] =
    refunded > 0 ? [{ kind: 'refund', ...about, amount: -refunded }] : [];
  return [{ kind, ...about, amount }, ...back];
};

/**
 * An acquirer with books of its own. It speaks as its documents show; what it forgets, repeats or refuses is decided between it
 * and the product (`network.ts`).
 */
export class Acquirer {
  readonly id: string;
  readonly url: string;
  /** The account to enter in the product. */
  readonly account: unknown;
  readonly #world: World;
  readonly #steps: readonly Step[];
  readonly #engine: Engine;
  #drawn = 0;

  constructor(options: AcquirerOptions) {
    const { evidence, world, repetition } = options;
    this.#world = world;
    this.id = evidence.provider.id;
    this.url = `https://${this.id}.example`;
    this.account = evidence.account(this.url);
    this.#steps = stepsOf(evidence.cases);
    const channels = Object.values(
      evidence.provider.channels(evidence.provider.account.parse(this.account)),
    );
    this.#engine = createEngine({
      evidence,
      authentication: createAuthentication(channels, this.#random, evidence.tokens),
      now: () => world.now,
      random: this.#random,
      repetition,
      onChange: () => undefined,
    });
  }

  /** Names what a request asks for: `charge`, `refund`, `payout`, `look-up` or `sign-in`. */
  operationOf(sent: Sent): string {
    const [match] = matchesOf(this.#steps, receivedFrom(sent));
    if (match === undefined) return 'sign-in';
    return OPERATIONS[match.step.operation] ?? 'look-up';
  }

  /** Carries out what a request asks for. */
  answer(sent: Sent): AcquirerReply {
    const { status, json, text } = this.#engine.answer(receivedFrom(sent));
    return { status, bytes: Buffer.from(text ?? JSON.stringify(json ?? {})) };
  }

  movements(): readonly Movement[] {
    return this.#engine.resources().flatMap(movementsOf);
  }

  /** A buyer pays. */
  pay(transactionId: string): void {
    const resource = this.#engine.chargeOf(transactionId);
    if (resource?.status === 'PENDING') resource.status = 'APPROVED';
  }

  readonly #random = (size: number): Uint8Array =>
    Uint8Array.from({ length: size }, () => {
      this.#drawn += 1;
      return this.#world.draws.between([0, 255], 'ids of an acquirer', this.url, this.#drawn);
    });
}
