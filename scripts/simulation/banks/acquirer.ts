import { openProvider } from '#/adapters/payments/kit/open-provider.ts';
import type { SentRequest } from '#/adapters/payments/kit/network/exchange.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import type { EngineOptions } from '#/adapters/payments/simulators/engine.ts';
import { bodyOf } from '#/adapters/payments/simulators/json-scalars.ts';
import { matchesOf, type ReceivedRequest } from '#/adapters/payments/simulators/matching.ts';
import { stepsOf, type Step } from '#/adapters/payments/simulators/steps.ts';
import type { Reply as EngineReply, Resource } from '#/adapters/payments/simulators/store.ts';
import { digestOf } from '#/api/acquiring/stored-account.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type {
  Bank,
  BooksOfAccount,
  Movement,
  RegisteredReceiver,
  Reply,
  SentNotice,
} from './bank.ts';
import type { IsAbsent } from './lag.ts';
import { Merchant, role } from './merchant.ts';
import { chanceOf } from '#/scripts/simulation/machine/machine.ts';
import { normaliseId } from '#/scripts/simulation/oracle/texts.ts';
import type { World } from '#/scripts/simulation/world.ts';

/** Milliseconds until a payout is settled. */
const SETTLES_AFTER = 5_000;
/** Milliseconds for which earlier keys stay valid. */
const EARLIER_KEYS_FOR = 60_000;

const UNAUTHORIZED = 401;

/** What the acquirer does with a second request with the same reference. */
export type Repetition = NonNullable<EngineOptions['repetition']>;

interface AcquirerOptions {
  readonly world: World;
  readonly providerCases: ProviderCases<never>;
  readonly repetition: Repetition;
  /** Seconds within which a call arrives, if documented. */
  readonly absence: number | undefined;
  readonly tell: (notice: SentNotice) => void;
  readonly isAbsent: IsAbsent;
}

/** Adapter's operation → purpose; other requests are look-ups, captures or sign-ins. */
const OPERATIONS: Readonly<Record<string, string>> = {
  createTransaction: 'charge',
  withdraw: 'payout',
  refund: 'refund',
  createReceiver: 'registration',
};

const parseRequest = ({ origin, path, method, headers, body }: SentRequest): ReceivedRequest => {
  const url = new URL(path, origin);
  const lowerCaseHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: lowerCaseHeaders,
    body: bodyOf(body ?? '', lowerCaseHeaders['content-type'] ?? ''),
  };
};

const steps = new WeakMap<ProviderCases<never>, readonly Step[]>();

/** Caches the steps, which are the same in every run. */
const stepsIn = (providerCases: ProviderCases<never>): readonly Step[] => {
  const cached = steps.get(providerCases) ?? stepsOf(providerCases.cases);
  steps.set(providerCases, cached);
  return cached;
};

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
  const isIn = status === 'APPROVED' || status === 'REFUNDED' || status === 'CHARGEBACK';
  if (kind !== 'charge' || !isIn) return [];
  const takenBack = status === 'CHARGEBACK' ? amount - refunded : 0;
  const back = [
    { kind: 'refund', ...about, amount: -refunded },
    { kind: 'chargeback', ...about, amount: -takenBack },
  ] as const;
  return [{ kind, ...about, amount }, ...back.filter((each) => each.amount < 0)];
};

const receiverOf = ({ roles }: Resource): readonly RegisteredReceiver[] => {
  const [reference, providerReceiverId] = [
    roles.get('registrationId'),
    roles.get('providerReceiverId'),
  ];
  if (reference === undefined || providerReceiverId === undefined) return [];
  return [{ reference, providerReceiverId }];
};

/** @param off cents by which the paid amount differs */
const approve = (merchant: Merchant, resource: Resource, off = 0): void => {
  // A card needs no action of the buyer: we capture what is authorised.
  if (resource.status !== 'PENDING' || resource.paymentMethod === 'CREDIT_CARD') return;
  resource.status = 'APPROVED';
  resource.amount = cents(resource.amount + off);
  merchant.tell(resource);
};

const absenceOf = (seconds: number | undefined): Pick<PaymentProvider, 'absence'> =>
  seconds === undefined
    ? {}
    : { absence: { createTransaction: { seconds }, refund: { seconds }, withdraw: { seconds } } };

/** An acquirer with books of its own, whose answers look as documented. */
export class Acquirer implements Bank {
  readonly id: string;
  readonly url: string;
  readonly account: unknown;
  readonly isRepeatable = false;
  readonly reachedWithin: number | undefined;
  readonly refusal = undefined;
  readonly cardToken: Bank['cardToken'];
  readonly receivers: Bank['receivers'];
  readonly open: Bank['open'];
  readonly chargeBack: Bank['chargeBack'];
  readonly #world: World;
  readonly #steps: readonly Step[];
  /** Cached, because `operationOf` is called several times for a request. */
  readonly #operations = new WeakMap<SentRequest, string>();
  readonly #openMerchant: () => Merchant;
  #merchants: readonly [Merchant, ...Merchant[]];
  #notifiedAt: string | undefined;

  constructor(options: AcquirerOptions) {
    const { providerCases, world, repetition, tell, absence, isAbsent } = options;
    this.#world = world;
    const provider = { ...providerCases.provider, ...absenceOf(absence) };
    this.reachedWithin = absence;
    this.id = provider.id;
    this.url = `https://${provider.id}.example`;
    this.open = (account, how) => openProvider(provider, provider.account.parse(account), how);
    this.#steps = stepsIn(providerCases);
    this.receivers =
      provider.operations.createReceiver && (() => this.#resources().flatMap(receiverOf));
    const { bytes: random, uuid } = chanceOf(world, `ids of ${this.id}`);
    this.cardToken = provider.operations.capture && (() => `card-${uuid()}`);
    const isReported = providerCases.notices.some(
      ({ says }) => Array.isArray(says) && says.some(({ status }) => status === 'CHARGEBACK'),
    );
    this.chargeBack = isReported ? (transactionId) => this.#chargeBack(transactionId) : undefined;
    let keys = 0;
    const nth = (): number => (keys += 1);
    const now = () => world.now;
    const notifiedAt = () => this.#notifiedAt;
    const each = { providerCases, url: this.url, nth, now, random, repetition, tell, notifiedAt };
    this.#openMerchant = () => new Merchant({ ...each, isAbsent });
    this.#merchants = [this.#openMerchant()];
    this.account = this.#merchants[0].account;
  }

  readonly others = {
    renew: (): unknown => {
      const [merchant] = this.#merchants;
      const takeBack = merchant.renew();
      this.#world.after(EARLIER_KEYS_FOR, `${this.id} takes keys back`, takeBack);
      return merchant.account;
    },
    another: (): unknown => {
      this.#merchants = [this.#openMerchant(), ...this.#merchants];
      return this.#merchants[0].account;
    },
  };

  notifyAt(url: string): void {
    this.#notifiedAt = url;
  }

  /** `charge`, `capture`, `refund`, `payout`, `registration`, `look-up` or `sign-in`. */
  operationOf(sent: SentRequest): string {
    const cached = this.#operations.get(sent);
    if (cached !== undefined) return cached;
    const operation = this.#readOperation(sent);
    this.#operations.set(sent, operation);
    return operation;
  }

  #readOperation(sent: SentRequest): string {
    const [match] = matchesOf(this.#steps, parseRequest(sent));
    if (match === undefined) return 'sign-in';
    if (match.step.captures) return 'capture';
    return OPERATIONS[match.step.operation] ?? 'look-up';
  }

  /** Our id of the charge that the request names. */
  chargeIn(sent: SentRequest): string | undefined {
    const ids = [...(matchesOf(this.#steps, parseRequest(sent))[0]?.captured.values() ?? [])];
    const charges = this.#merchants.flatMap(({ engine }) => ids.map(engine.chargeOf));
    return charges.find((charge) => charge !== undefined)?.roles.get('orderId');
  }

  answer(sent: SentRequest): Reply {
    const { status, json, text } = this.#answerOf(parseRequest(sent));
    if (this.operationOf(sent) === 'payout') this.#settleLater();
    return { status, bytes: Buffer.from(text ?? JSON.stringify(json ?? {})) };
  }

  /** Answers from the books of the merchant account whose keys the request has. */
  #answerOf(received: ReceivedRequest): EngineReply {
    for (const { engine } of this.#merchants) {
      const answered = engine.answer(received);
      if (answered.status !== UNAUTHORIZED) return answered;
    }
    return { status: UNAUTHORIZED };
  }

  #settleLater(): void {
    this.#world.after(SETTLES_AFTER, `${this.id} settles`, () => {
      for (const merchant of this.#merchants) {
        for (const resource of merchant.engine.resources()) {
          if (resource.kind === 'payout') approve(merchant, resource);
        }
      }
    });
  }

  movements(): readonly Movement[] {
    return this.#resources().flatMap(movementsOf);
  }

  books(): readonly BooksOfAccount[] {
    return this.#merchants.map(({ opened, engine }) => ({
      account: digestOf(this.id, opened),
      moved: engine.resources().flatMap(movementsOf),
    }));
  }

  #resources(): readonly Resource[] {
    return this.#merchants.flatMap(({ engine }) => engine.resources());
  }

  pay(transactionId: string, off: number): void {
    for (const merchant of this.#merchants) {
      const resource = merchant.engine.chargeOf(transactionId);
      if (resource) approve(merchant, resource, off);
    }
  }

  #chargeBack(transactionId: string): boolean {
    for (const merchant of this.#merchants) {
      const resource = merchant.engine.chargeOf(transactionId);
      if (resource?.status !== 'APPROVED') continue;
      resource.status = 'CHARGEBACK';
      merchant.tell(resource, true);
      return true;
    }
    return false;
  }

  noticeOf(reference: string, url: string): SentNotice | undefined {
    const name = normaliseId(reference);
    // The product cannot verify notices of an account that was replaced, or with keys that it may never have got.
    const [merchant] = this.#merchants;
    if (!merchant.isLatestUsed) return undefined;
    const resource = merchant.engine
      .resources()
      .find(({ roles }) => [...roles.values()].map(normaliseId).includes(name));
    const notice = resource && merchant.noticeOf(resource, url);
    return notice && { ...notice, isSure: true };
  }

  close(): void {}
}
