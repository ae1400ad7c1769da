import type { Core } from '#/api/composition/core.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { submitAndBeginNext, type Submission } from '#/domain/workflows/submit-payment.ts';
import { carryOut } from '#/ledger/carry-out.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { LONGEST_ANSWER_WAIT_MS, LOOK_EVERY_MS } from './answer-wait.ts';
import { onRecord, type RecordedPayment } from './recorded-payment.ts';

/** Former names of renamed commands. Command ids are derived from the former names, so that the ids stay the same. */
const namesInIds: Readonly<Partial<Record<PaymentCommand['type'], string>>> = {
  RecordBoletoPdf: 'RecordBilletPdf',
  RecordBoletoPdfFailure: 'RecordBilletPdfFailure',
};

/** True for our own decision; false for an acquirer's answer. */
const isOurs = (type: PaymentCommand['type']): boolean =>
  type === 'Reroute' || type === 'BeginCharge' || type === 'CallOff';

/**
 * Makes the recorded call to an acquirer. If this acquirer cannot charge, records and makes a call to the next acquirer of the route.
 * @param attemptId id of the recorded call; if it is not the payment's current one, nothing is done
 */
export const charge = async (
  core: Core,
  paymentId: string,
  { state, position }: RecordedPayment,
  {
    submission,
    platform,
    attemptId,
  }: {
    readonly submission: Omit<Submission, 'attempt'>;
    readonly platform: string;
    readonly attemptId: string;
  },
): Promise<RecordedPayment> => {
  const { provider, attempt } = state;
  if (attempt?.attemptId !== attemptId || state.status !== 'PENDING') return { state, position };
  const wholeSubmission = { ...submission, attempt };
  const commands = await submitAndBeginNext(paymentId, state, wholeSubmission, core.ports);
  const answer = { to: 'payment', id: paymentId, commands } as const;
  const { after } = await carryOut(core.handler, answer, {
    platform,
    correlation: paymentId,
    actor: ({ type }) => (isOurs(type) ? 'system' : `provider:${provider}`),
    commandId: (command) =>
      command.type === 'BeginCharge'
        ? command.attemptId
        : derivedId('submission', attemptId, namesInIds[command.type] ?? command.type),
  });
  // Without `after` the last command was refused, as the outcome was already on record, for example by a notice: answer from the record.
  const next = onRecord(
    after ?? (await core.handler.load(payment, streamOf('payment', paymentId))),
  );
  rememberCharge(core, paymentId, next);
  const nextCall = commands.find((command) => command.type === 'BeginCharge');
  return nextCall?.type === 'BeginCharge'
    ? charge(core, paymentId, next, { submission, platform, attemptId: nextCall.attemptId })
    : next;
};

/** Remembers the charge, so that its notice finds the payment without a query. */
const rememberCharge = (core: Core, paymentId: string, { state }: RecordedPayment): void => {
  const { transactionId, provider, requested } = state;
  if (transactionId === null) return;
  const { platformId } = requested;
  core.recentCharges.remember({ provider, platformId, transactionId, paymentId });
};

/** Waits for another request's call to the acquirer. This wait does not count against the request's deadline. */
export const waitForOtherCharge = async (
  core: Pick<Core, 'handler' | 'machine'>,
  paymentId: string,
  recorded: RecordedPayment,
): Promise<RecordedPayment> => {
  let latest = recorded;
  const isAwaited = ({ status, submission, attempt }: RecordedPayment['state']): boolean =>
    status === 'PENDING' && submission === 'AWAITED' && attempt !== null;
  const until = core.machine.elapsedMs() + LONGEST_ANSWER_WAIT_MS;
  while (isAwaited(latest.state) && core.machine.elapsedMs() < until) {
    latest = await withDeadlinePaused(async () => {
      await core.machine.pause(LOOK_EVERY_MS);
      return onRecord(await core.handler.load(payment, streamOf('payment', paymentId)));
    });
  }
  return latest;
};
