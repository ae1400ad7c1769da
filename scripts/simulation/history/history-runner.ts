import type { AwaitedAccount } from '#/projections/awaited-outcomes.ts';
import { askOf, type Ask, type Outcome } from './asking.ts';
import { awaitsOutcomeAt } from './awaited.ts';
import {
  buy,
  connect,
  refund,
  register,
  setSchedule,
  withdraw,
  type Answered,
  type Order,
} from './callers.ts';
import { MINUTE, SECOND, type Input, type Place } from './history.ts';
import { StaffRoom } from './staff-room.ts';
import type { RunningProduct } from '#/scripts/simulation/product.ts';
import type { Site } from '#/scripts/simulation/site.ts';

/** Milliseconds. */
const STANDS_STILL = [SECOND, 40 * SECOND] as const;
const PAID_AFTER = [5 * SECOND, 3 * MINUTE] as const;

type Core = RunningProduct['core'];

const requestOf = (what: string, nth: number): string => `${what} of input ${nth}`;

/** Requests go to the two processes in turn. */
const placeOf = (nth: number): Place => (nth % 2 === 0 ? 0 : 1);

type Kind<Name extends Input['kind']> = Extract<Input, { readonly kind: Name }>;

/** Carries out the inputs of a history. */
export class HistoryRunner {
  readonly #site: Site;
  readonly #ask: Ask;
  readonly #staff: StaffRoom;
  /** Payments by the number of their purchase. */
  readonly #paid = new Map<number, string>();
  /** Repetitions by the number of their input. */
  readonly #again = new Map<number, () => void>();
  /** Card tokens by the number of their purchase. */
  readonly #tokens = new Map<number, string>();

  constructor(site: Site) {
    this.#site = site;
    this.#ask = askOf(site);
    this.#staff = new StaffRoom(site, this.#ask);
  }

  withdraw(nth: number, amount: number): Promise<Outcome> {
    const label = { what: 'withdraw', request: requestOf('withdraw', nth) };
    return this.#ask(label, placeOf(nth), (core) => withdraw(core, nth, amount));
  }

  /** @param isLast whether staff decide for the last time */
  decideOpenCases(isLast: boolean): void {
    this.#staff.decideOpenCases(isLast);
  }

  happen(input: Input): void {
    const { nth, kind } = input;
    const site = this.#site;
    const place = placeOf(nth);
    switch (kind) {
      case 'buy':
        this.#askFor(nth, `buy by ${this.#methodOf(input)}`, (core, isAgain) =>
          this.#buy(core, isAgain ? { ...input, isPaid: false } : input),
        );
        if (input.isTwice) {
          const other = place === 0 ? 1 : 0;
          const order = this.#orderOf(input, this.#keyOfTwin(nth));
          // Without our cookie, another key looks like another person's.
          const isOther = !order.hasCookie && order.key !== `buy-${nth}`;
          const request = requestOf(isOther ? 'another buy' : `buy by ${order.method}`, nth);
          void this.#ask({ what: 'buy again', request }, other, (core) => buy(core, order));
        }
        return;
      case 'withdraw':
        return this.#askFor(nth, kind, (core) => withdraw(core, nth, input.amount));
      case 'schedule':
        return this.#askFor(nth, kind, (core) => setSchedule(core, nth, input.minimum));
      case 'refund': {
        const paymentId = this.#pickPaid(nth);
        if (paymentId === undefined) return;
        const { amount } = input;
        return this.#askFor(nth, kind, (core) => refund(core, nth, { paymentId, amount }));
      }
      case 'chargeback': {
        const paid = this.#pickPaid(nth);
        return paid === undefined ? undefined : this.#chargeBack(paid);
      }
      case 'again':
        return this.#again.get(input.of)?.();
      case 'register':
        return this.#register(input, place);
      case 'account':
        return this.#connect(input, place);
      case 'staff':
        return this.#staff.open(input);
      case 'kill':
        return site.at(input.place).process.kill();
      case 'clock':
        return this.#setClock(input);
      case 'die':
        return site.deaths.plan(input);
      case 'failover':
        site.count('failover');
        return site.log.failOver(input.losesMs);
      case 'cut':
        site.count('accounts cut');
        return site.log.cut(/^account-/, input.forMs);
      case 'freeze':
        site.count('freeze');
        return this.#freeze(input);
    }
  }

  /** Has an acquirer register the seller; the browser may send the request twice. */
  #register({ nth, kind, isTwice }: Kind<'register'>, place: Place): void {
    const registrars = this.#site.banks.filter(({ receivers }) => receivers !== undefined);
    const bank = registrars[Math.floor(nth / 2) % registrars.length];
    if (!bank) return;
    const other = place === 0 ? 1 : 0;
    const request = requestOf(kind, nth);
    void this.#ask({ what: kind, request }, place, (core) => register(core, nth, bank.id));
    if (isTwice)
      void this.#ask({ what: 'register again', request }, other, (core) =>
        register(core, nth, bank.id),
      );
  }

  /** Enters new keys or another account of an acquirer. */
  #connect({ nth, replaced }: Kind<'account'>, place: Place): void {
    const { banks, log } = this.#site;
    const [bank] = banks.flatMap(({ id, others }) => (others ? [{ id, others }] : []));
    if (!bank) return;
    const isSame = replaced === 'keys';
    const account = isSame ? bank.others.renew() : bank.others.another();
    const connection = { provider: bank.id, account, isSameAccount: isSame };
    const isAwaited = (at: AwaitedAccount) => awaitsOutcomeAt(log.events, bank.id, at);
    const what = isSame ? 'new keys' : 'another account';
    void this.#ask({ what, request: requestOf(what, nth) }, place, (core) =>
      connect(core, nth, connection, isAwaited),
    );
  }

  #setClock({ place, aheadMs }: Kind<'clock'>): void {
    const { skewMs } = this.#site.at(place).process;
    if (aheadMs !== skewMs) this.#site.count(`clock jumps ${aheadMs > skewMs ? 'ahead' : 'back'}`);
    this.#site.setClock(place, aheadMs);
  }

  #freeze({ nth, place }: Kind<'kill' | 'freeze'>): void {
    const { world } = this.#site;
    const { process } = this.#site.at(place);
    process.freeze();
    const ms = world.draws.between(STANDS_STILL, 'stands still', nth);
    world.after(ms, `${process.name} goes on`, () => process.thaw());
  }

  /** Sends a request; an input `again` may later repeat it at the other process. */
  #askFor(
    nth: number,
    what: string,
    call: (core: Core, isAgain: boolean) => Promise<Answered>,
  ): void {
    const [place, other] = [placeOf(nth), placeOf(nth + 1)];
    const request = requestOf(what, nth);
    this.#again.set(
      nth,
      () =>
        void this.#ask({ what: `${what} once more`, request }, other, (core) => call(core, true)),
    );
    void this.#ask({ what, request }, place, (core) => call(core, false));
  }

  async #buy(core: Core, input: Kind<'buy'>): Promise<Answered> {
    const { world } = this.#site;
    const { nth, isPaid, off = 0 } = input;
    const answered = await buy(core, this.#orderOf(input, `buy-${nth}`));
    if (!isPaid) return answered;
    const ms = world.draws.between(PAID_AFTER, 'paid after', nth);
    world.after(ms, `buyer ${nth} pays`, () => this.#pay(answered.id, nth, off));
    return answered;
  }

  #methodOf({ method }: Kind<'buy'>): Order['method'] {
    const isTaken = this.#site.cardBank !== undefined;
    // Without an acquirer for cards there is no token. A boleto needs none.
    return method === 'CREDIT_CARD' && !isTaken ? 'PIX' : method;
  }

  /** The order for a card has its acquirer's token. */
  #orderOf(input: Kind<'buy'>, key: string): Order {
    const { nth } = input;
    const { cardBank, world } = this.#site;
    const method = this.#methodOf(input);
    const tokenize = cardBank?.cardToken;
    const token = method === 'CREDIT_CARD' && tokenize ? this.#tokenOf(nth, tokenize) : undefined;
    const hasCookie = world.draws.chance('cookie', nth) < 0.5;
    return { nth, key, method, hasCookie, ...(token !== undefined && { token }) };
  }

  /** A repeated press has the same token. */
  #tokenOf(nth: number, tokenize: () => string): string {
    const token = this.#tokens.get(nth) ?? tokenize();
    this.#tokens.set(nth, token);
    return token;
  }

  /** A second press may have the same key, or another one. */
  #keyOfTwin(nth: number): string {
    const { draws } = this.#site.world;
    return draws.chance('another key', nth) < 0.5 ? `buy-${nth}` : `buy-${nth}-again`;
  }

  /** Pays the code that the payment shows. */
  #pay(paymentId: string, nth: number, off: number): void {
    const transactionId = this.#shownOf(paymentId);
    if (transactionId === undefined) return;
    for (const bank of this.#site.banks) {
      bank.pay(transactionId, off);
      this.#site.oracle.steps.move(bank.movements());
    }
    if (off !== 0) this.#site.count('another amount paid');
    this.#paid.set(nth, paymentId);
  }

  /** Picks a paid purchase, by a draw for each, so that the choice stays the same when another purchase is left out. */
  #pickPaid(nth: number): string | undefined {
    const { chance } = this.#site.world.draws;
    const [first] = [...this.#paid]
      .map(([buyer, paymentId]) => ({ paymentId, drawn: chance('picked', nth, buyer) }))
      .toSorted((one, other) => one.drawn - other.drawn);
    return first?.paymentId;
  }

  #chargeBack(paymentId: string): void {
    const transactionId = this.#shownOf(paymentId);
    if (transactionId === undefined) return;
    for (const { chargeBack } of this.#site.banks) {
      if (chargeBack?.(transactionId)) this.#site.count('charged back');
    }
  }

  /** Returns the transaction whose code the payment shows. */
  #shownOf(paymentId: string): string | undefined {
    const submitted = this.#site.log
      .stream(`payment-${paymentId}`)
      .findLast(({ type }) => type === 'PaymentSubmitted');
    return submitted && String(Object(JSON.parse(submitted.data)).transactionId);
  }
}
