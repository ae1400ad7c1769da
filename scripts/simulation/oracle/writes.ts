import {
  fieldsOf,
  nameOfStream,
  normaliseId,
  requestsIn,
  type EventText,
  type LogText,
} from './texts.ts';

/** A request as an acquirer gets it. */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The purpose, by the acquirer's documents. */
  readonly operation: string;
  /** Our id of the charge that the request names, if any. */
  readonly charge: string | undefined;
}

/** The acquirer that gets a request. */
interface Recipient {
  readonly id: string;
  /** True if the acquirer carries out a repetition with the same bytes once, and so accepts no other bytes. */
  readonly isRepeatable: boolean;
}

const ATTEMPTS: ReadonlySet<string> = new Set([
  'ChargeAttempted',
  'RefundAttempted',
  'WithdrawalAttempted',
  'ReceiverRegistrationBegun',
]);

/** Attempts that may capture. */
const CAPTURING: ReadonlySet<string> = new Set(['ChargeAttempted', 'CaptureAttempted']);

/** Returns a name that contains the id which the acquirer gets: the stream's, or that of a registration. */
const subjectOf = (event: EventText): string =>
  event.type.startsWith('ReceiverRegistration')
    ? `registration-${String(fieldsOf(event)['registrationId'])}`
    : event.stream;

const nameOf = (subject: string): string => normaliseId(subject.slice(subject.indexOf('-') + 1));

const MONEY_OUT = /^(?:refund|withdrawal)-/;

/** Requests that move money, or make a receiver. */
const MOVES: ReadonlySet<string> = new Set(['charge', 'refund', 'payout', 'registration']);

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Each request that moves money, captures a charge or makes a receiver must belong to a recorded attempt of its own. */
export class WriteJudge {
  readonly #log: LogText;
  readonly #report: (what: string) => void;
  /** Number of writes by our reference. */
  readonly #writes = new Map<string, number>();

  /** The last bytes for each reference, with the acquirer and the attempt. */
  readonly #bytes = new Map<string, { readonly sent: string; readonly attempt: string }>();

  constructor(log: LogText, report: (what: string) => void) {
    this.#log = log;
    this.#report = report;
  }

  /** Judges a request that reaches an acquirer. */
  receive({ id: acquirer, isRepeatable }: Recipient, sent: Request): void {
    if (!WRITES.has(sent.method)) return;
    if (sent.operation === 'capture') return this.#receiveCapture(acquirer, sent.charge);
    const text = normaliseId(`${sent.path} ${sent.body ?? ''} ${JSON.stringify(sent.headers)}`);
    const attempts = this.#log.everything.filter(({ type }) => ATTEMPTS.has(type));
    const subject = [...new Set(attempts.map(subjectOf))].find((each) =>
      text.includes(nameOf(each)),
    );
    // Requests for a token have no reference of ours.
    if (subject === undefined) {
      const isOurs = this.#log.everything.some(
        (event) => event.type.endsWith('Requested') && text.includes(nameOf(subjectOf(event))),
      );
      if (isOurs) this.#report(`a write reached ${acquirer} before its attempt was on record`);
      else if (MOVES.has(sent.operation)) this.#receiveUnnamed(acquirer, sent.operation, text);
      return;
    }
    const writes = (this.#writes.get(subject) ?? 0) + 1;
    this.#writes.set(subject, writes);
    const begun = attempts.filter((each) => subjectOf(each) === subject).length;
    if (writes > begun) this.#report(`${subject} was sent ${writes} times with ${begun} attempts`);
    const bytes = `${acquirer} ${sent.path} ${sent.body ?? ''}`;
    const before = this.#bytes.get(subject);
    const attempt = attempts.findLast((each) => subjectOf(each) === subject)?.id ?? '';
    this.#bytes.set(subject, { sent: bytes, attempt });
    // If the log has lost the first call, its bytes are not known.
    const isEarlierRecorded = before && this.#log.events.some(({ id }) => id === before.attempt);
    const isOther = before?.sent.startsWith(`${acquirer} `) && before.sent !== bytes;
    if (isRepeatable && isEarlierRecorded && isOther)
      this.#report(`${subject} was repeated with other bytes`);
    if (MONEY_OUT.test(subject) && !this.#isHeld(subject))
      this.#report(`${subject} was sent before its money was held`);
  }

  /** Each capture must belong to an attempt on record: of the charge, or of a capture. */
  #receiveCapture(acquirer: string, charge: string | undefined): void {
    const name = normaliseId(charge ?? '');
    const begun = this.#log.everything.filter(
      (event) =>
        CAPTURING.has(event.type) &&
        nameOfStream(event.stream) === name &&
        fieldsOf(event)['provider'] === acquirer,
    );
    const key = `captures of ${name}`;
    const writes = (this.#writes.get(key) ?? 0) + 1;
    this.#writes.set(key, writes);
    if (begun.length === 0)
      this.#report(`a capture reached ${acquirer} without the mark of an attempt`);
    else if (writes > begun.length)
      this.#report(`${key} were sent ${writes} times with ${begun.length} attempts`);
  }

  /** A write without our reference is a refund of a charge that it names, and has an attempt of its own. */
  #receiveUnnamed(acquirer: string, operation: string, text: string): void {
    const { everything } = this.#log;
    const charge = everything.find((event) => {
      if (event.type !== 'PaymentSubmitted') return false;
      return text.includes(normaliseId(String(fieldsOf(event)['transactionId'])));
    });
    if (operation !== 'refund' || charge === undefined)
      return this.#report(`a ${operation} reached ${acquirer} without the mark of an attempt`);
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
      this.#report(`${key} were sent ${writes} times with ${begun.length} attempts`);
  }

  /** Whether the money was ever held on the seller's account. */
  #isHeld(stream: string): boolean {
    const id = stream.slice(stream.indexOf('-') + 1);
    return this.#log.everything.some(
      ({ type, data }) => /^(?:Withdrawal|Refund)Held$/.test(type) && data.includes(`"${id}"`),
    );
  }
}
