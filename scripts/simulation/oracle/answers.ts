import { fieldsOf, requestsIn, normaliseId, type EventText, type LogText } from './texts.ts';

/** The answer to one press of a button. */
export interface CallerAnswer {
  /** A person's request, by the number of its input. */
  readonly request: string;
  /** Undefined = the product did not run it. */
  readonly command: string | undefined;
  /** `lost`: no answer, or one that leaves the outcome open. */
  readonly outcome: 'done' | 'refused' | 'lost';
  /** Id of the payment, refund or withdrawal. */
  readonly id?: string;
  readonly pixCode?: string;
  /** Position of the payment's last event that the answer includes. */
  readonly position?: string;
  /** Number of events on record when the request was made, with those that a failover has lost. */
  readonly recorded?: number;
  /** Milliseconds until the answer. */
  readonly tookMs?: number;
  /** Code of the refusal. */
  readonly code?: string;
}

/** Milliseconds for which a buyer's request waits for the outcome of another request's charge. */
const WAITS_FOR = 20_000;

const judgeDone = (answer: CallerAnswer, log: LogText): readonly string[] => {
  const { request, command, id } = answer;
  const recorded = requestsIn(log.everything);
  const isRecorded = recorded.some((each) =>
    id === undefined ? each.command === command : each.name === normaliseId(id),
  );
  return isRecorded
    ? []
    : [`${request} was answered as done${id ? ` as ${id}` : ''}, and is not on record`];
};

const codeIn = (event: EventText): string | undefined => {
  if (event.type !== 'PaymentSubmitted') return undefined;
  const { pixCode } = fieldsOf(event);
  return typeof pixCode === 'string' ? pixCode : undefined;
};

/**
 * Whether an answer without a PIX code should have had it: the code was on record when the request was made, or the answer includes the
 * code's event, or it ends with the call that the code answered, for which the request did not wait long enough.
 */
const lacksCode = (
  { position, recorded = 0, tookMs = 0 }: CallerAnswer,
  { events, everything }: LogText,
  stream: string,
): boolean => {
  const history = events.filter((event) => event.stream === stream);
  const submitted = history.findIndex((event) => codeIn(event) !== undefined);
  const code = history[submitted];
  if (code === undefined) return false;
  if (everything.indexOf(code) < recorded) return true;
  // -1 if a failover has lost the event.
  const included = history.findIndex((event) => event.position === position);
  const isAwaited = included === submitted - 1 && history[included]?.type === 'ChargeAttempted';
  return included >= submitted || (isAwaited && tookMs < WAITS_FOR);
};

/** A PIX code in an answer must be one that the log ever had for the payment. */
const judgeCode = (answer: CallerAnswer, log: LogText): readonly string[] => {
  const { request, id, pixCode } = answer;
  if (id === undefined) return [];
  const stream = `payment-${id}`;
  if (pixCode === undefined)
    return lacksCode(answer, log, stream)
      ? [`${request} was answered without the PIX code of ${id}`]
      : [];
  const isTrue = log.everything.some(
    (event) => event.stream === stream && codeIn(event) === pixCode,
  );
  return isTrue ? [] : [`${request} was answered with a PIX code that ${id} does not have`];
};

/** A refused command is not on record, unless another answer to the same command was "done" or "lost". */
const judgeRefused = (all: readonly CallerAnswer[], log: LogText): readonly string[] => {
  const [first] = all;
  if (first?.command === undefined) return [];
  const { request, command, code } = first;
  if (all.some(({ outcome }) => outcome !== 'refused')) return [];
  // Only what the log still has: a record that a failover has lost is no fault.
  const isRecorded = requestsIn(log.events).some((each) => each.command === command);
  return isRecorded ? [`${request} was answered as refused (${code}), and is on record`] : [];
};

/** @returns the faults found in what callers were answered */
export const judgeAnswers = (answers: readonly CallerAnswer[], log: LogText): readonly string[] => [
  ...answers
    .filter(({ outcome }) => outcome === 'done')
    .flatMap((each) => [...judgeDone(each, log), ...judgeCode(each, log)]),
  ...[...Map.groupBy(answers, ({ command, request }) => command ?? request).values()].flatMap(
    (all) => judgeRefused(all, log),
  ),
];
