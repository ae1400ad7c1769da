import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/ids.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { submitPayment, type Submission } from '#/domain/workflows/submit-payment.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { following } from '#/ledger/handle-command.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { onRecord, type KnownPayment } from './known-payment.ts';

/** Charges at the payment's current acquirer and records the answer. @returns the payment afterwards */
const chargeOnce = async (
  core: Core,
  paymentId: string,
  { state }: KnownPayment,
  submission: Submission,
  keyed: KeyedContext,
): Promise<KnownPayment> => {
  const { provider } = state;
  const commands = await submitPayment(paymentId, state, submission, core.ports);
  const cause = {
    platform: keyed.platform,
    correlation: paymentId,
    commandId: ({ type }: PaymentCommand) =>
      derivedId('submission', keyed.commandId, provider, type),
  };
  const answered = commands.flatMap((command) => {
    const actor = command.type === 'Reroute' ? 'system' : `provider:${provider}`;
    return following({ ...cause, actor }, [command]);
  });
  const stream = streamOf('payment', paymentId);
  const last = (await core.handler.handleAll(payment, stream, answered)).at(-1);
  // Refused = a notice or a concurrent retry got there first; reload and answer from the record.
  return onRecord(last?.kind === 'done' ? last : await core.handler.load(payment, stream));
};

/** Charges until an acquirer answers or the whole route declined; an answered charge is left alone. */
export const charge = async (
  core: Core,
  paymentId: string,
  known: KnownPayment,
  submission: Submission,
  keyed: KeyedContext,
): Promise<KnownPayment> => {
  const { status, submission: answer, provider } = known.state;
  if (answer === 'ANSWERED' || status !== 'PENDING') return known;
  const next = await chargeOnce(core, paymentId, known, submission, keyed);
  const { transactionId, requested } = next.state;
  if (transactionId !== null) {
    const { platformId } = requested;
    core.recentCharges.note({
      provider: next.state.provider,
      platformId,
      transactionId,
      paymentId,
    });
  }
  // Each acquirer is recorded before it is called.
  return next.state.provider === provider ? next : charge(core, paymentId, next, submission, keyed);
};
