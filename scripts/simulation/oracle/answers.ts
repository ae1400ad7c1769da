import { fieldsOf, requestsIn, normaliseId, type LogText } from './texts.ts';

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
  /** Why it was refused. */
  readonly code?: string;
}

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

/** PIX codes that the log ever had. */
const codesOf = ({ everything }: LogText, id: string): readonly string[] =>
  everything.flatMap((event) => {
    if (event.type !== 'PaymentSubmitted' || event.stream !== `payment-${id}`) return [];
    const { pixCode } = fieldsOf(event);
    return typeof pixCode === 'string' ? [pixCode] : [];
  });

const judgeCode = ({ request, id, pixCode }: CallerAnswer, log: LogText): readonly string[] =>
  id === undefined || pixCode === undefined || codesOf(log, id).includes(pixCode)
    ? []
    : [`${request} was answered with a PIX code that ${id} does not have`];

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
