import { openProvider } from '#/adapters/payments/kit/open-provider.ts';
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
import { deliveryFor } from '#/adapters/payments/simulators/notices.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { Bank, Movement, Reply, SentNotice } from './bank.ts';
import type { World } from '#/scripts/simulation/world.ts';

/** Milliseconds. */
const SETTLES_AFTER = 5_000;

/** What an acquirer does with a second request under one reference. */
export type Repetition = NonNullable<EngineOptions['repetition']>;

interface AcquirerOptions {
  readonly world: World;
  readonly evidence: ProviderCases<never>;
  readonly repetition: Repetition;
  /** Seconds after which it is sure that it has no call, as if its documents said so; undefined = as they do not. */
  readonly absence: number | undefined;
  readonly tell: (notice: SentNotice) => void;
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

const declared = (seconds: number | undefined): Pick<PaymentProvider, 'absence'> =>
  seconds === undefined
    ? {}
    : { absence: { createTransaction: { seconds }, refund: { seconds }, withdraw: { seconds } } };

/**
 * An acquirer with books of its own. It speaks as its documents show; what it forgets, repeats or refuses is decided between it
 * and the product (`network.ts`).
 */
export class Acquirer implements Bank {
  readonly id: string;
  readonly url: string;
  readonly account: unknown;
  readonly isRepeatable = false;
  readonly reachedWithin: number | undefined;
  readonly refusal = undefined;
  readonly cardToken = undefined;
  readonly open: Bank['open'];
  readonly #world: World;
  readonly #steps: readonly Step[];
  readonly #engine: Engine;
  /** Sends a notice of a change. */
  readonly #tell: (resource: Resource) => void;
  #drawn = 0;

  constructor(options: AcquirerOptions) {
    const { evidence, world, repetition, tell, absence } = options;
    this.#world = world;
    const provider = { ...evidence.provider, ...declared(absence) };
    this.reachedWithin = absence;
    this.id = provider.id;
    this.url = `https://${provider.id}.example`;
    this.open = (account, how) => openProvider(provider, provider.account.parse(account), how);
    this.account = evidence.account(this.url);
    this.#steps = stepsOf(evidence.cases);
    const channels = Object.values(provider.channels(provider.account.parse(this.account)));
    this.#tell = (resource) => {
      const { webhookUrl: url } = resource;
      const delivery = url && deliveryFor(evidence, this.account, resource, this.#random);
      if (url && delivery) tell({ url, ...delivery });
    };
    this.#engine = createEngine({
      evidence,
      authentication: createAuthentication(channels, this.#random, evidence.tokens),
      now: () => world.now,
      random: this.#random,
      repetition,
      onChange: (resource) => this.#tell(resource),
    });
  }

  /** Names what a request asks for: `charge`, `refund`, `payout`, `look-up` or `sign-in`. */
  operationOf(sent: Sent): string {
    const [match] = matchesOf(this.#steps, receivedFrom(sent));
    if (match === undefined) return 'sign-in';
    return OPERATIONS[match.step.operation] ?? 'look-up';
  }

  /** Carries out what a request asks for. */
  answer(sent: Sent): Reply {
    const { status, json, text } = this.#engine.answer(receivedFrom(sent));
    if (this.operationOf(sent) === 'payout') this.#settleLater();
    return { status, bytes: Buffer.from(text ?? JSON.stringify(json ?? {})) };
  }

  /** What is paid out arrives after a while. */
  #settleLater(): void {
    this.#world.after(SETTLES_AFTER, `${this.id} settles`, () => {
      for (const resource of this.#engine.resources()) {
        if (resource.kind !== 'payout' || resource.status !== 'PENDING') continue;
        resource.status = 'APPROVED';
        this.#tell(resource);
      }
    });
  }

  movements(): readonly Movement[] {
    return this.#engine.resources().flatMap(movementsOf);
  }

  /** A buyer pays. */
  pay(transactionId: string): void {
    const resource = this.#engine.chargeOf(transactionId);
    if (resource?.status !== 'PENDING') return;
    resource.status = 'APPROVED';
    this.#tell(resource);
  }

  close(): void {}

  readonly #random = (size: number): Uint8Array =>
    Uint8Array.from({ length: size }, () => {
      this.#drawn += 1;
      return this.#world.draws.between([0, 255], 'ids of an acquirer', this.url, this.#drawn);
    });
}
