import { join } from 'node:path';
import pg from 'pg';
import { composeCore } from '#/api/composition/compose-core.ts';
import { openFiles } from '#/api/composition/open-files.ts';
import type { Core } from '#/api/composition/core.ts';
import { createRegisterCleanup } from '#/api/composition/register-cleanup.ts';
import { loadSecrets } from '#/api/composition/secrets.ts';
import { openSessions } from '#/api/auth/sessions.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import type { RecordCommand } from '#/domain/aggregates/record.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { addSeconds, timestamp } from '#/domain/values/time.ts';
import { PASSWORD, PLATFORM_ID, SELLER_ID } from '#/scripts/seeds/demo-catalogue.ts';
import { context } from '#/scripts/seeds/demo-world.ts';
import type { ProductPlace } from './product.ts';

const NOWHERE = 'http://127.0.0.1:9';

/** A second administrator, who confirms what the first one proposes. */
export const deputy = {
  email: 'deputy@demo.razao.dev',
  name: 'Davi Administrador',
  staffId: 'demo-deputy',
};

/** Records a registration that the acquirer did not answer. */
const registerUnanswered = async ({ handler, vault, machine, now }: Core): Promise<void> => {
  const subject = await vault.subjectFor({ platformId: PLATFORM_ID, email: 'ana@example.com' });
  const fiscal = await vault.encrypt(subject, 'fiscal', {});
  const contact = await vault.encrypt(subject, 'contact', {});
  const registration = {
    platformId: PLATFORM_ID,
    sellerId: SELLER_ID,
    provider: 'iugu',
    registrationId: machine.uuid(),
    now: addSeconds(now(), -60),
  };
  const attempt = { attemptId: machine.uuid(), after: null, epoch: 1 };
  const commands = [
    { ...registration, type: 'ReviseDetails', documentType: 'CPF', register: fiscal, contact },
    { ...registration, type: 'RequestRegistration', identity: fiscal, email: contact },
    { ...registration, ...attempt, type: 'BeginRegistration' },
    { ...registration, type: 'RecordUnanswered', failure: 'unavailable' },
  ] as const;
  for (const command of commands)
    await handler.handle(receiver, streamOf('receiver', SELLER_ID), command, context(SELLER_ID));
};

/** No release has this policy, so a retry changes nothing. */
const UNKNOWN_POLICY = 'a-policy-of-another-release';

/** Parks work on a payment's first event, which failed ten minutes ago. */
const parkWork = async ({ store, now }: Core, paymentId: string): Promise<void> => {
  const stream = streamOf('payment', paymentId);
  const [requested] = await store.readStream(stream, { from: 0, limit: 1 });
  if (!requested) throw new Error(`no payment: ${paymentId}`);
  const { position, revision } = requested;
  const failed = { failure: 'Error: not of this release', since: addSeconds(now(), -600) };
  await store.checkpoints.park({ policy: UNKNOWN_POLICY, position, stream, revision, ...failed });
};

/** Makes a second administrator, and three cases that only staff can end, and work on the first payment that no policy can do. */
export const openCases = async (
  { databaseUrl, dataDir }: ProductPlace,
  [unknown, underpaid]: readonly [string, string],
): Promise<void> => {
  await using stack = new AsyncDisposableStack();
  const registerCleanup = createRegisterCleanup(stack, () => undefined);
  const secrets = await loadSecrets(dataDir, process.env);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  registerCleanup('the connections to the database', () => pool.end());
  const now = () => timestamp(Temporal.Now.instant());
  const openedFiles = await openFiles({ folder: join(dataDir, 'files') }, NOWHERE, secrets);
  const addresses = { webhookBaseUrl: NOWHERE, sandboxUrl: NOWHERE };
  const core = await composeCore(
    { databaseUrl, eventStoreUrl: undefined, ...addresses, secrets, openedFiles, pool, now },
    registerCleanup,
  );
  const send = (paymentId: string, command: PaymentCommand) =>
    core.handler.handle(payment, streamOf('payment', paymentId), command, context(paymentId));
  const provider = 'sandbox';
  await send(unknown, { type: 'LeaveUnresolved', provider, cause: 'still-pending', now: now() });
  const { state } = await core.handler.load(payment, streamOf('payment', underpaid));
  if (state.status === 'NONE' || state.transactionId === null) throw new Error('not charged');
  const { transactionId, requested } = state;
  const answer = {
    transactionId,
    amount: cents(requested.amount - 700),
    currency: 'BRL',
    orderId: underpaid,
    refundedAmount: null,
    isClaimed: true,
  };
  const report = {
    status: 'APPROVED',
    noticeId: 'read-back',
    cause: null,
    endToEndId: null,
  } as const;
  const command = { ...report, provider, paymentId: underpaid, answer, now: now() };
  await send(underpaid, { type: 'RecordProviderStatus', ...command });
  await registerUnanswered(core);
  await parkWork(core, unknown);
  const { email, name, staffId } = deputy;
  const subject = await core.vault.subjectFor({ platformId: PLATFORM_ID, email });
  const contact = await core.vault.encrypt(subject, 'contact', { email });
  const create = {
    type: 'Create',
    details: { platformId: PLATFORM_ID, contact, role: 'ADMIN', permissions: [] },
    now: now(),
  } satisfies RecordCommand<StaffDetails>;
  await core.handler.handle(staff, streamOf('staff', staffId), create, context(staffId));
  const sessions = await openSessions({ databaseUrl, secrets, publicUrl: 'http://localhost' });
  registerCleanup('the sessions', sessions.close);
  const membership = { kind: 'staff', personId: staffId, platformId: PLATFORM_ID } as const;
  await sessions.createUser({ email, name, password: PASSWORD, membership });
};
