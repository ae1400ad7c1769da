import type { Movement } from '#/scripts/simulation/banks/bank.ts';
import { describeLost } from './lost.ts';
import {
  ATTEMPTED,
  fieldsOf,
  nameOfStream,
  normaliseId,
  requestsIn,
  type EventText,
  type LogText,
} from './texts.ts';

/** An event that has its attempt in the field `attempt`. */
const REGISTRATION_BEGUN = 'ReceiverRegistrationBegun';

/** Events that say that a request moved no money. */
export const CALLED_OFF = /^(?:Payment(?:Canceled|Rejected)|(?:Withdrawal|Refund)Failed)$/;

/** Events after which money is booked, or waits for staff. */
export const ACCOUNTED =
  /^(?:Payment(?:Approved|MismatchFound|LeftUnresolved)|Withdrawal(?:Settled|FoundPaid|Contradicted|LeftUnresolved)|Refund(?:Settled|Contradicted|LeftUnresolved))$/;

/** Whether a call may do again what an earlier one does: the call that charges a card may capture it as well. */
const mayRepeat = (type: string, earlier: string): boolean =>
  type === earlier || (type === 'CaptureAttempted' && earlier === 'ChargeAttempted');

const keyOf = ({ kind, reference, transactionId }: Movement): string =>
  `${kind} ${normaliseId(reference)} ${transactionId}`;

/** Judges each recorded event and each movement of money as it happens. */
export class StepJudge {
  readonly #log: LogText;
  readonly #isRepeatable: (acquirer: string) => boolean;
  readonly #report: (what: string) => void;
  /** Command → a person's request. */
  readonly #requests = new Map<string, string>();
  /** Amounts in cents, by movement. */
  readonly #amounts = new Map<string, number>();
  /** Charges and payouts by a person's request. */
  readonly #moved = new Map<string, Set<string>>();

  /** @param isRepeatable whether an acquirer carries out a repeated call once */
  constructor(
    log: LogText,
    isRepeatable: (acquirer: string) => boolean,
    report: (what: string) => void,
  ) {
    this.#log = log;
    this.#isRepeatable = isRepeatable;
    this.#report = report;
  }

  /** Notes to which request a command belongs: two presses of one button are one request, even under different keys. */
  ask(request: string, command: string): void {
    this.#requests.set(command, request);
  }

  /** Checks events that were recorded together. */
  record(events: readonly EventText[]): void {
    for (const event of events) {
      if (ATTEMPTED.test(event.type)) {
        this.#requireDeadline(event, fieldsOf(event));
        this.#requireAlone(event);
      }
      if (event.type === REGISTRATION_BEGUN)
        this.#requireDeadline(event, Object(fieldsOf(event)['attempt']));
      if (CALLED_OFF.test(event.type)) this.#judgeCalledOff(event);
    }
  }

  /** Judges what an acquirer has moved since the last call. @param moved all its movements so far */
  move(moved: readonly Movement[]): void {
    for (const each of moved) {
      const key = keyOf(each);
      if (this.#amounts.get(key) === each.amount) continue;
      this.#amounts.set(key, each.amount);
      if (each.kind === 'chargeback') continue;
      if (each.kind === 'refund') this.#judgeRefunded(each);
      else {
        this.#requireOnce(each);
        this.#requireCovered(each);
      }
    }
  }

  #requireDeadline(
    { stream }: EventText,
    { deadline, at }: Readonly<Record<string, unknown>>,
  ): void {
    if (typeof deadline !== 'string' || typeof at !== 'string' || deadline <= at)
      this.#report(`${stream} has an attempt without a deadline`);
  }

  /** While a call may still be sent, no other begins at the same acquirer. */
  #requireAlone(event: EventText): void {
    const { provider, at } = fieldsOf(event);
    const before = this.#log.events.filter(
      ({ stream, id }) => stream === event.stream && id !== event.id,
    );
    const nth = before.findLastIndex(({ type }) => mayRepeat(event.type, type));
    const last = before[nth];
    if (last === undefined || this.#isRepeatable(String(provider))) return;
    const { provider: lastProvider, deadline } = fieldsOf(last);
    const isUnsent = before.slice(nth).some((each) => fieldsOf(each)['isUnsent'] === true);
    if (lastProvider === provider && !isUnsent && String(at) <= String(deadline))
      this.#report(`${event.stream} was called again while its last call could still be sent`);
  }

  /** A person's request moves money at most once. */
  #requireOnce(each: Movement): void {
    const name = normaliseId(each.reference);
    const recorded = requestsIn(this.#log.everything).find((item) => item.name === name);
    const request = this.#requests.get(recorded?.command ?? '');
    if (request === undefined) return;
    const all = this.#moved.get(request) ?? new Set();
    this.#moved.set(request, all.add(keyOf(each)));
    if (all.size > 1)
      this.#report(`${request} moved money ${all.size} times: ${[...all].join(', ')}`);
  }

  /** A movement is booked, under an open attempt, or waits for staff. */
  #requireCovered(each: Movement): void {
    const name = normaliseId(each.reference);
    const history = this.#streamOf(name);
    // A failover has lost the request or the attempt.
    if (history.length < this.#streamOf(name, this.#log.everything).length) return;
    // A charge that is found after a refusal is open again.
    const opened = history.findLastIndex(
      ({ type }) => ATTEMPTED.test(type) || type === 'PaymentSubmitted',
    );
    const isOpen = opened > history.findLastIndex(({ type }) => CALLED_OFF.test(type));
    if (!isOpen && !history.some(({ type }) => ACCOUNTED.test(type)))
      this.#report(`${each.kind} ${name} moved ${each.amount} cents outside of an open attempt`);
  }

  /** A refund was requested, and is booked, under open attempts, or waits for staff. */
  #judgeRefunded({ reference, amount }: Movement): void {
    const name = normaliseId(reference);
    const requests = requestsIn(this.#log.everything).filter((item) => item.of === name);
    const sum = (amounts: readonly number[]): number =>
      amounts.reduce((total, each) => total + each, 0);
    const requested = sum(requests.map((item) => item.amount));
    if (-amount > requested)
      this.#report(`${name} was given back ${-amount} cents, and ${requested} were asked for`);
    const covered = requests.filter((item) => {
      const history = this.#streamOf(item.name);
      const isCalledOff = history.some(({ type }) => CALLED_OFF.test(type));
      return !isCalledOff || history.some(({ type }) => ACCOUNTED.test(type));
    });
    const coveredCents = sum(covered.map((item) => item.amount));
    if (-amount > coveredCents && -amount <= requested)
      this.#report(
        `${name} was given back ${-amount} cents, and ${coveredCents} are under open attempts`,
      );
  }

  /** What moved money is not called off, unless it waits for staff. */
  #judgeCalledOff(event: EventText): void {
    const name = nameOfStream(event.stream);
    const isAccounted = this.#streamOf(name).some(({ type }) => ACCOUNTED.test(type));
    if (isAccounted) return;
    for (const [key, amount] of this.#amounts) {
      const [kind, reference] = key.split(' ');
      if (reference === name && (kind === 'charge' || kind === 'payout'))
        this.#report(
          `${name} is called off, and ${amount} cents had moved${describeLost(this.#log, name)}`,
        );
    }
  }

  #streamOf(name: string, events = this.#log.events): readonly EventText[] {
    return events.filter(
      ({ stream }) =>
        /^(?:payment|refund|withdrawal)-/.test(stream) && nameOfStream(stream) === name,
    );
  }
}
