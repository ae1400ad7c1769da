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
  /** Position of the payment's last event that the answer knows. */
  readonly position?: string;
  /** Events on record when it was asked, with those that a failover has lost. */
  readonly recorded?: number;
  /** Milliseconds until the answer. */
  readonly tookMs?: number;
  /** Why it was refused. */
  readonly code?: string;
}

/** Milliseconds for which a buyer's request waits for the outcome of another request's charge. */
const WAITS_FOR = 20_000;

const judgeDone = (answer: CallerAnswer, log: LogText): readonly string[] => {
  const { request, command, id } = answer;
  const recorded = requestsIn(log.everything);
  const its = recorded.some((each) =>
    id === undefined ? each.command === command : each.name === normaliseId(id),
  );
  return its
    ? []
    : [`${request} was answered as done${id ? ` as ${id}` : ''}, and is not on record`];
};

const codeIn = (event: EventText): string | undefined => {
  if (event.type !== 'PaymentSubmitted') return undefined;
  const { pixCode } = fieldsOf(event);
  return typeof pixCode === 'string' ? pixCode : undefined;
};

/**
 * Whether an answer without a PIX code should have had it: the code was on record when the request was made, or the answer knows of the
 * code's event, or the code answered the call that was under way, for which the request did not wait.
 */
const lacksCode = (
  { position, recorded = 0, tookMs = 0 }: CallerAnswer,
  { events, everything }: LogText,
  stream: string,
): boolean => {
  const its = events.filter((event) => event.stream === stream);
  const submitted = its.findIndex((event) => codeIn(event) !== undefined);
  const code = its[submitted];
  if (code === undefined) return false;
  if (everything.indexOf(code) < recorded) return true;
  // A failover may have lost it; then it is not found.
  const known = its.findIndex((event) => event.position === position);
  const isAwaited = known === submitted - 1 && its[known]?.type === 'ChargeAttempted';
  return known >= submitted || (isAwaited && tookMs < WAITS_FOR);
};

/** A code counts that the log ever had. */
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
  const left = requestsIn(log.events).some((each) => each.command === command);
  return left ? [`${request} was answered as refused (${code}), and is on record`] : [];
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
