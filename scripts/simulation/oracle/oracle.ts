import type { Movement, RegisteredReceiver } from '#/scripts/simulation/banks/bank.ts';
import { judgeRegistrations } from './registrations.ts';
import { judgeBooks, type BooksState, type Moment } from './books.ts';
import { judgeNextLooks, type AskedAgain } from './next-looks.ts';
import { judgeShown, type ShownView } from './shown.ts';
import { StepJudge } from './steps.ts';
import {
  fieldsOf,
  nameOfStream,
  normaliseId,
  requestsIn,
  type EventText,
  type LogText,
} from './texts.ts';
import { judgeAnswers, type CallerAnswer } from './answers.ts';

/** A request as an acquirer gets it. */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Its purpose, by the acquirer's documents. */
  readonly operation: string;
}

/** The acquirer that gets a request. */
interface At {
  readonly id: string;
  /** Whether it accepts a repeated request with the same bytes, and no other bytes. */
  readonly isRepeatable: boolean;
}

const ATTEMPTS: ReadonlySet<string> = new Set([
  'ChargeAttempted',
  'RefundAttempted',
  'WithdrawalAttempted',
  'ReceiverRegistrationBegun',
]);

/** Returns the id of the payment, refund, withdrawal or registration of a call, as its acquirer knows it. */
const subjectOf = (event: EventText): string =>
  event.type.startsWith('ReceiverRegistration')
    ? `registration-${String(fieldsOf(event)['registrationId'])}`
    : event.stream;

const nameOf = (subject: string): string => normaliseId(subject.slice(subject.indexOf('-') + 1));

const MONEY_OUT = /^(?:refund|withdrawal)-/;

const REQUEST = /^(?:payment|refund|withdrawal)-/;

/** Appended to findings about an item for which a failover of the log has lost a whole request. */
const OF_LOST = ', of which the log has lost a request';

/** Appended to findings about a payment whose chargeback was recorded, and lost by a failover of the log. */
const OF_LOST_CHARGEBACK = ', of which the log has lost a chargeback';

/** Requests that move money, or make a receiver. */
const MOVES: ReadonlySet<string> = new Set([
  'charge',
  'capture',
  'refund',
  'payout',
  'registration',
]);

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Judges a run by the acquirers' books, the log's own text and the answers that callers got. It shares no rule with the product:
 * otherwise a mistake of the product could hide itself.
 */
export class Oracle {
  readonly #log: LogText;
  readonly #found: string[] = [];
  /** Number of writes that arrived, by our reference in them. */
  readonly #writes = new Map<string, number>();

  /** The bytes that were last sent for each reference, with the acquirer that got them, and the id of their attempt. */
  readonly #bytes = new Map<string, { readonly sent: string; readonly attempt: string }>();

  /** Judges each step. */
  readonly steps: StepJudge;
  readonly #answers: CallerAnswer[] = [];

  /** @param isRepeatable whether an acquirer carries out a call once, however often it is sent */
  constructor(log: LogText, isRepeatable: (acquirer: string) => boolean) {
    this.#log = log;
    this.steps = new StepJudge(log, isRepeatable, (what) => this.#say(what));
  }

  get found(): readonly string[] {
    return this.#found;
  }

  /** Adds faults that were found with code of the product, such as a rebuild of its read models. */
  add(found: readonly string[]): void {
    for (const each of found) this.#say(each);
  }

  /** Checks a request that arrives: each write must belong to a recorded attempt of its own. */
  receive({ id: acquirer, isRepeatable }: At, sent: Request): void {
    if (!WRITES.has(sent.method)) return;
    const text = normaliseId(`${sent.path} ${sent.body ?? ''} ${JSON.stringify(sent.headers)}`);
    const attempts = this.#log.everything.filter(({ type }) => ATTEMPTS.has(type));
    const of = [...new Set(attempts.map(subjectOf))].find((subject) =>
      text.includes(nameOf(subject)),
    );
    // Requests for a token and the like do not contain a reference of ours.
    if (of === undefined) {
      const isOurs = this.#log.everything.some(
        (event) => event.type.endsWith('Requested') && text.includes(nameOf(subjectOf(event))),
      );
      if (isOurs) this.#say(`a write reached ${acquirer} before its attempt was on record`);
      else if (MOVES.has(sent.operation)) this.#receiveUnnamed(acquirer, sent.operation, text);
      return;
    }
    const writes = (this.#writes.get(of) ?? 0) + 1;
    this.#writes.set(of, writes);
    const begun = attempts.filter((each) => subjectOf(each) === of).length;
    if (writes > begun) this.#say(`${of} was sent ${writes} times with ${begun} attempts`);
    const bytes = `${acquirer} ${sent.path} ${sent.body ?? ''}`;
    const before = this.#bytes.get(of);
    const attempt = attempts.findLast((each) => subjectOf(each) === of)?.id ?? '';
    this.#bytes.set(of, { sent: bytes, attempt });
    // If the log has lost the first call, the product cannot know which bytes to repeat.
    const isKept = before && this.#log.events.some(({ id }) => id === before.attempt);
    const isOther = before?.sent.startsWith(`${acquirer} `) && before.sent !== bytes;
    if (isRepeatable && isKept && isOther) this.#say(`${of} was repeated with other bytes`);
    if (MONEY_OUT.test(of) && !this.#isHeld(of))
      this.#say(`${of} was sent before its money was held`);
  }

  /**
   * Judges a write that names no request of ours. Only a refund may: it names the acquirer's id of the charge instead. There must be as
   * many recorded refund attempts of the charge's payment as such writes have arrived.
   */
  #receiveUnnamed(acquirer: string, operation: string, text: string): void {
    const { everything } = this.#log;
    const charge = everything.find((event) => {
      if (event.type !== 'PaymentSubmitted') return false;
      return text.includes(normaliseId(String(fieldsOf(event)['transactionId'])));
    });
    if (operation !== 'refund' || charge === undefined)
      return this.#say(`a ${operation} reached ${acquirer} without the mark of an attempt`);
    const refunds = new Set(
      requestsIn(everything).flatMap(({ name, of }) =>
        of === nameOfStream(charge.stream) ? [name] : [],
      ),
    );
    const begun = everything.filter(
      ({ type, stream }) => type === 'RefundAttempted' && refunds.has(nameOfStream(stream)),
    );
    const key = `refunds of ${charge.stream}`;
    const writes = (this.#writes.get(key) ?? 0) + 1;
    this.#writes.set(key, writes);
    if (writes > begun.length)
      this.#say(`${key} were sent ${writes} times with ${begun.length} attempts`);
  }

  /** Judges the books at a quiet moment: nothing moved twice, and every movement is booked or still awaited. */
  judge(moved: readonly Movement[]): void {
    for (const kind of ['charge', 'payout'] as const) this.#onlyOnce(moved, kind);
    this.#judgeBooked(moved);
  }

  /** Judges at a quiet moment whether acquirers will be asked about all open attempts. */
  judgeNextLooks(asked: readonly AskedAgain[]): void {
    for (const each of asked.flatMap((its) => judgeNextLooks(this.#log.events, its)))
      this.#say(each);
  }

  /** Keeps an answer to a caller, which is judged when nothing moves any more. */
  tell(answer: CallerAnswer): void {
    this.#answers.push(answer);
  }

  /** Judges the books, and what sellers and staff see, while nothing is under way. */
  judgeQuiet(state: BooksState, shown: ShownView, before: string): void {
    this.#judgeState(state, shown, { before, isDrained: false });
  }

  /** Judges the books, what was answered to callers, and what sellers and staff see, when nothing moves any more. */
  judgeDrained(state: BooksState, shown: ShownView, before: string): void {
    for (const each of judgeAnswers(this.#answers, this.#log)) this.#say(each);
    this.#judgeState(state, shown, { before, isDrained: true });
  }

  /** An item is reported once for each moment. */
  #judgeState(state: BooksState, shown: ShownView, moment: Moment): void {
    this.judge(state.banks.flatMap(({ moved }) => moved));
    let said = '';
    for (const found of [judgeBooks(state, moment), judgeShown(shown, state, moment)]) {
      for (const each of found) {
        const [name] = /[0-9a-f]{32}/.exec(normaliseId(each)) ?? [];
        if (name === undefined) this.#say(each);
        else if (!said.includes(name)) this.#say(`${each}${this.#lostOf(name)}`);
      }
      said = normaliseId(found.join(' '));
    }
  }

  /** Judges the receivers that acquirers have registered, more strictly when nothing moves any more. */
  judgeReceivers(receivers: readonly RegisteredReceiver[], isDrained: boolean): void {
    for (const each of judgeRegistrations(this.#log.events, receivers, isDrained)) this.#say(each);
  }

  /** Whether the log has lost a whole request about an item: none of its stream's events is left. */
  #hasLost(name: string): boolean {
    const left = new Set(this.#log.events.map(({ stream }) => stream));
    return this.#log.everything.some(
      ({ stream, data }) =>
        REQUEST.test(stream) &&
        !left.has(stream) &&
        normaliseId(`${stream} ${data}`).includes(name),
    );
  }

  /** Returns what to append to a finding about an item: what the log has lost of it. */
  #lostOf(name: string): string {
    if (this.#hasLost(name)) return OF_LOST;
    const isChargedBack = ({ type, stream }: EventText): boolean =>
      type === 'PaymentChargedBack' && nameOfStream(stream) === name;
    const { events, everything } = this.#log;
    return everything.some(isChargedBack) && !events.some(isChargedBack) ? OF_LOST_CHARGEBACK : '';
  }

  #methodOf(name: string): string {
    const requested = this.#log.events.find(
      ({ type, stream }) => type === 'PaymentRequested' && normaliseId(stream).endsWith(name),
    );
    return requested ? String(fieldsOf(requested)['method']) : 'nothing';
  }

  /** Whether the money of a refund or payout was ever held for it on the seller's account. */
  #isHeld(stream: string): boolean {
    const id = stream.slice(stream.indexOf('-') + 1);
    return this.#log.everything.some(
      ({ type, data }) => /^(?:Withdrawal|Refund)Held$/.test(type) && data.includes(`"${id}"`),
    );
  }

  #onlyOnce(moved: readonly Movement[], kind: Movement['kind']): void {
    const of = moved.filter((each) => each.kind === kind);
    for (const [reference, all] of Map.groupBy(of, (each) => normaliseId(each.reference))) {
      if (all.length > 1) this.#say(`${kind} ${reference} moved money ${all.length} times`);
    }
  }

  #judgeBooked(moved: readonly Movement[]): void {
    const events = this.#log.events;
    const dataOf = (type: string) =>
      new Map(
        events
          .filter((event) => event.type === type)
          .map((event) => [nameOfStream(event.stream), fieldsOf(event)]),
      );
    const approved = dataOf('PaymentApproved');
    const [canceled, rejected] = [dataOf('PaymentCanceled'), dataOf('PaymentRejected')];
    const failed = dataOf('WithdrawalFailed');
    for (const { kind, reference, amount } of moved) {
      const name = normaliseId(reference);
      if (kind === 'charge') {
        const booked = approved.get(name);
        const ended = canceled.has(name) || rejected.has(name);
        if (booked === undefined && ended)
          this.#say(`${name} was paid ${amount} by ${this.#methodOf(name)} and is called off`);
        else if (booked === undefined) continue;
        else if (booked['amount'] !== amount)
          this.#say(`${name} was paid ${amount} and booked as ${String(booked['amount'])}`);
      }
      if (kind === 'payout') {
        if (failed.has(name)) this.#say(`${name} was paid out and is called failed`);
      }
    }
    const charges = new Set(
      moved.filter(({ kind }) => kind === 'charge').map(({ reference }) => normaliseId(reference)),
    );
    for (const name of approved.keys()) {
      if (!charges.has(name) && name !== normaliseId('sale-before'))
        this.#say(`${name} is booked and was never paid`);
    }
  }

  #say(what: string): void {
    if (!this.#found.includes(what)) this.#found.push(what);
  }
}
