/** An event, read only as text. */
export interface EventText {
  readonly position: string;
  readonly stream: string;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
}

/** The log, read only as text. */
export interface LogText {
  /** The events that it has now. */
  readonly events: readonly EventText[];
  /** All events that were ever recorded, including those that a failover has lost. */
  readonly everything: readonly EventText[];
}

type Fields = Readonly<Record<string, unknown>>;

const parsed = new WeakMap<object, Fields>();

/** Returns the data of an event, which is parsed only once: most events are read at every step that follows. */
export const fieldsOf = (event: Pick<EventText, 'data'>): Fields => {
  const known = parsed.get(event);
  if (known !== undefined) return known;
  const fields: Fields = JSON.parse(event.data);
  parsed.set(event, fields);
  return fields;
};

export const normaliseId = (text: string): string => text.replaceAll('-', '').toLowerCase();

/** Events of attempts to move money. */
export const ATTEMPTED = /^(?:Charge|Capture|Refund|Withdrawal)Attempted$/;

/** A request of a person, as the product has recorded it. */
export interface RecordedRequest {
  /** The id of the payment, refund, withdrawal or registration, without dashes. */
  readonly name: string;
  /** The command that recorded it. */
  readonly command: string;
  /** Of a refund, its payment. */
  readonly of: string | undefined;
  /** In cents; 0 where it is about no money. */
  readonly amount: number;
}

/**
 * For each event that records a request: the name of its field with the id of what is requested. Empty = the id is in the stream's name.
 */
const REQUESTS: Readonly<Record<string, string>> = {
  PaymentRequested: '',
  PaymentRefundRequested: 'refundId',
  WithdrawalHeld: 'withdrawalId',
  ReceiverRegistrationRequested: 'registrationId',
  AcquirerConnected: '',
  PaymentResolutionProposed: '',
  PaymentResolved: '',
  RefundResolutionProposed: '',
  RefundResolved: '',
  WithdrawalResolutionProposed: '',
  WithdrawalResolved: '',
  ReceiverRegistrationResolutionProposed: 'registrationId',
  ReceiverRegistrationResolved: 'registrationId',
};

/** Returns the id of a stream's aggregate, without dashes. */
export const nameOfStream = (stream: string): string =>
  normaliseId(stream.slice(stream.indexOf('-') + 1));

/** Returns the requests of people that a log has, in their order. */
export const requestsIn = (events: readonly EventText[]): readonly RecordedRequest[] =>
  events.flatMap((event) => {
    const { stream, type, meta } = event;
    const field = REQUESTS[type];
    if (field === undefined) return [];
    const { [field]: id, amount } = fieldsOf(event);
    const { causation }: Fields = JSON.parse(meta);
    return [
      {
        name: field === '' ? nameOfStream(stream) : normaliseId(String(id)),
        command: String(causation),
        of: type === 'PaymentRefundRequested' ? nameOfStream(stream) : undefined,
        amount: typeof amount === 'number' ? amount : 0,
      },
    ];
  });
