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
  /** Events that the log has now. */
  readonly events: readonly EventText[];
  /** All events, with those that a failover has lost. */
  readonly everything: readonly EventText[];
}

type Fields = Readonly<Record<string, unknown>>;

const parsed = new WeakMap<object, Fields>();

/** Parses the data of an event once: most events are read at every later step. */
export const fieldsOf = (event: Pick<EventText, 'data'>): Fields => {
  const cached = parsed.get(event);
  if (cached !== undefined) return cached;
  const fields: Fields = JSON.parse(event.data);
  parsed.set(event, fields);
  return fields;
};

export const normaliseId = (text: string): string => text.replaceAll('-', '').toLowerCase();

/** Attempts to move money. */
export const ATTEMPTED = /^(?:Charge|Capture|Refund|Withdrawal)Attempted$/;

/** A person's request, as the product has recorded it. */
export interface RecordedRequest {
  /** The id, without dashes. */
  readonly name: string;
  readonly command: string;
  /** The payment of a refund. */
  readonly of: string | undefined;
  /** Cents; 0 = the request is about no money. */
  readonly amount: number;
}

/** Event of a request → its field with the id; empty = the id of the stream. */
const REQUESTS: Readonly<Record<string, string>> = {
  PaymentRequested: '',
  PaymentRefundRequested: 'refundId',
  WithdrawalHeld: 'withdrawalId',
  ReceiverRegistrationRequested: 'registrationId',
  AcquirerConnected: '',
  ScheduleCreated: '',
  ScheduleRevised: '',
  PaymentResolutionProposed: '',
  PaymentResolved: '',
  RefundResolutionProposed: '',
  RefundResolved: '',
  WithdrawalResolutionProposed: '',
  WithdrawalResolved: '',
  ReceiverRegistrationResolutionProposed: 'registrationId',
  ReceiverRegistrationResolved: 'registrationId',
};

/** The aggregate's id, without dashes. */
export const nameOfStream = (stream: string): string =>
  normaliseId(stream.slice(stream.indexOf('-') + 1));

/** Returns requests in the log's order. */
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
