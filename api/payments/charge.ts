import { accountFor } from '#/domain/workflows/acquirer-of.ts';
import type { Core } from '#/api/composition/core.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import type { AccountThere, BeginAttempt } from '#/domain/call-attempt.ts';
import { streamOf } from '#/domain/ids.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import {
  digestOfCharge,
  submitPayment,
  type Submission,
} from '#/domain/workflows/submit-payment.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { inContextOf } from '#/ledger/handle-command.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { onRecord, type KnownPayment } from './known-payment.ts';

/** Returns the commands that follow an acquirer's answer: a reroute begins the call of the next acquirer in the same append. */
const withNextCall = async (
  commands: readonly PaymentCommand[],
  attempt: Pick<BeginAttempt, 'attemptId' | 'epoch'>,
  callAt: (provider: string) => Promise<AccountThere & Pick<BeginAttempt, 'digest'>>,
): Promise<readonly PaymentCommand[]> => {
  const reroute = commands.find((command) => command.type === 'Reroute');
  if (reroute?.type !== 'Reroute') return commands;
  const { to: provider, now } = reroute;
  const call = { ...attempt, ...(await callAt(provider)), after: null, now };
  return [...commands, { type: 'BeginCharge', provider, ...call }];
};

/** The first names of renamed commands: command ids, and with them event ids, are derived from these, so that they stay the same. */
const namesInIds: Readonly<Partial<Record<PaymentCommand['type'], string>>> = {
  RecordBoletoPdf: 'RecordBilletPdf',
  RecordBoletoPdfFailure: 'RecordBilletPdfFailure',
};

/** Charges until an acquirer answers or the whole route declined. @param attemptId the call that the caller has recorded */
export const charge = async (
  core: Core,
  paymentId: string,
  { state, position }: KnownPayment,
  {
    submission,
    keyed,
    attemptId,
  }: {
    readonly submission: Submission;
    readonly keyed: KeyedContext;
    readonly attemptId: string;
  },
): Promise<KnownPayment> => {
  const { provider, attempt } = state;
  if (attempt?.attemptId !== attemptId || state.status !== 'PENDING') return { state, position };
  const nextAttemptId = core.ports.newId();
  const { number: epoch } = await core.ports.epoch();
  const commands = await withNextCall(
    await submitPayment(paymentId, state, { ...submission, attempt }, core.ports),
    { attemptId: nextAttemptId, epoch },
    async (to) => ({
      ...(await accountFor(core.ports, { provider: to, platformId: keyed.platform })),
      digest: await digestOfCharge(
        paymentId,
        { ...state, provider: to },
        submission.buyer,
        core.ports,
      ),
    }),
  );
  const cause = {
    platform: keyed.platform,
    correlation: paymentId,
    commandId: ({ type }: PaymentCommand) =>
      type === 'BeginCharge'
        ? nextAttemptId
        : derivedId('submission', attemptId, namesInIds[type] ?? type),
  };
  const answered = commands.flatMap((command) => {
    const isOwn = command.type === 'Reroute' || command.type === 'BeginCharge';
    return inContextOf({ ...cause, actor: isOwn ? 'system' : `provider:${provider}` }, [command]);
  });
  const stream = streamOf('payment', paymentId);
  const last = (await core.handler.handleAll(payment, stream, answered)).at(-1);
  // Refused = a notice has recorded the outcome first; reload and answer from the record.
  const next = onRecord(last?.kind === 'done' ? last : await core.handler.load(payment, stream));
  noteCharge(core, paymentId, next);
  return charge(core, paymentId, next, { submission, keyed, attemptId: nextAttemptId });
};

/** Remembers this charge, so that its notice finds the payment without a query. */
const noteCharge = (core: Core, paymentId: string, { state }: KnownPayment): void => {
  const { transactionId, provider, requested } = state;
  if (transactionId === null) return;
  const { platformId } = requested;
  core.recentCharges.note({ provider, platformId, transactionId, paymentId });
};

/** In milliseconds. */
const LOOK_EVERY = 100;
const LONGEST_WAIT = 3_000;

/** Waits until the request that calls the acquirer has recorded the answer, but not longer than a buyer would wait. */
export const waitForOtherCharge = async (
  core: Core,
  paymentId: string,
  known: KnownPayment,
): Promise<KnownPayment> => {
  let latest = known;
  const isAwaited = ({ status, submission, attempt }: KnownPayment['state']): boolean =>
    status === 'PENDING' && submission === 'AWAITED' && attempt !== null;
  for (let waited = 0; isAwaited(latest.state) && waited < LONGEST_WAIT; waited += LOOK_EVERY) {
    await withDeadlinePaused(() => core.machine.pause(LOOK_EVERY));
    latest = onRecord(await core.handler.load(payment, streamOf('payment', paymentId)));
  }
  return latest;
};
