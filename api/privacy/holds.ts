import type { Services } from '#/api/composition/api-services.ts';
import type { OpenMail } from '#/api/composition/open-mail.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { manager } from '#/domain/manager/manager.ts';
import { master } from '#/domain/master/master.ts';
import { payment } from '#/domain/payment/decider.ts';
import { retentionClasses } from '#/domain/privacy/encrypted.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import type { RetentionDuties } from '#/domain/subject/commands.ts';
import { retentionDutyOf, type RecordRetention } from '#/domain/subject/retention.ts';
import { postingsOf } from '#/domain/accounting/postings.ts';
import { dayOf } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { decode } from '#/ledger/codec.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { accessTrail } from '#/projections/access-trail.ts';
import { mails } from '#/projections/mails.ts';
import { findLastDayOfSales } from '#/projections/sales-queries.ts';
import { getSellerBalance } from '#/projections/seller-balance.ts';
import { recordsOf, subjects, type SubjectRecord } from '#/projections/subjects.ts';

export type PrivacyServices = Pick<
  Services,
  'core' | 'database' | 'projections' | 'hub' | 'sessions'
> & { readonly mail: Pick<OpenMail, 'outbox'> };

const LONGEST_WAIT_MS = 2_000;

const NO_RETENTION: RecordRetention = { open: [], paidOn: null };

const readPaymentRetention = async (
  { core }: PrivacyServices,
  id: string,
): Promise<RecordRetention> => {
  const stream = streamOf('payment', id);
  const { state } = await core.handler.load(payment, stream);
  if (state.status === 'NONE') return NO_RETENTION;
  const events = (await core.store.readStream(stream)).map(decode);
  const lastMoved = events.filter((event) => postingsOf(event).length > 0).at(-1);
  const refunding = Object.values(state.refunds).some(({ status }) => status === 'PENDING');
  return {
    open: [
      ...(state.status === 'PENDING' ? (['open-payment'] as const) : []),
      ...(refunding ? (['open-refund'] as const) : []),
    ],
    paidOn: lastMoved ? dayOf(lastMoved.data.at) : null,
  };
};

const readWithdrawalRetention = async (
  { core }: PrivacyServices,
  id: string,
): Promise<RecordRetention> => {
  const { state } = await core.handler.load(withdrawal, streamOf('withdrawal', id));
  switch (state.status) {
    case 'NONE':
      return NO_RETENTION;
    case 'SETTLED':
    // Its money moved, out and back.
    case 'RETURNED':
    // Its money moved only if the payout was made although the seller had got the money back.
    case 'FAILED':
      return { open: [], paidOn: state.moneyMovedAt && dayOf(state.moneyMovedAt) };
    case 'PENDING':
    case 'SENT':
    case 'UNANSWERED':
      return { open: ['open-withdrawal'], paidOn: null };
  }
};

const readSellerRetention = async (
  services: PrivacyServices,
  id: string,
): Promise<RecordRetention> => {
  const { core, database } = services;
  const [{ state }, balance, lastDay] = await Promise.all([
    core.handler.load(seller, streamOf('seller', id)),
    getSellerBalance(database, id),
    findLastDayOfSales(database, id),
  ]);
  const { available = 0, pending = 0, held = 0 } = balance ?? {};
  return {
    open: [
      ...(state.status === 'ACTIVE' ? (['active-account'] as const) : []),
      ...([available, pending, held].some((each) => each !== 0) ? (['open-balance'] as const) : []),
    ],
    paidOn: lastDay ?? null,
  };
};

const readStaffRetention = async (
  { core }: PrivacyServices,
  id: string,
): Promise<RecordRetention> => {
  const { state } = await core.handler.load(staff, streamOf('staff', id));
  return state.status === 'ACTIVE' ? { open: ['active-account'], paidOn: null } : NO_RETENTION;
};

const readManagerRetention = async (
  { core }: PrivacyServices,
  id: string,
): Promise<RecordRetention> => {
  const { state } = await core.handler.load(manager, streamOf('manager', id));
  return state.status === 'ACTIVE' ? { open: ['active-account'], paidOn: null } : NO_RETENTION;
};

const readMasterRetention = async (
  { core }: PrivacyServices,
  id: string,
): Promise<RecordRetention> => {
  const { state } = await core.handler.load(master, streamOf('master', id));
  return state.status === 'ACTIVE' ? { open: ['active-account'], paidOn: null } : NO_RETENTION;
};

/** Returns no duty: these records of a seller add none to the duty of the `seller` record. */
const readNoRetention = async (): Promise<RecordRetention> => NO_RETENTION;

const retentionReaders = {
  payment: readPaymentRetention,
  withdrawal: readWithdrawalRetention,
  seller: readSellerRetention,
  staff: readStaffRetention,
  manager: readManagerRetention,
  master: readMasterRetention,
  receiver: readNoRetention,
  notes: readNoRetention,
  destination: readNoRetention,
} as const satisfies Record<SubjectRecord['kind'], unknown>;

/** @throws AppendError `unavailable` while the read models are behind: a new payment would be missed */
export const allRecordsOf = async (
  { core, database, projections }: PrivacyServices,
  subject: string,
): Promise<readonly SubjectRecord[]> => {
  const head = await core.store.head();
  const names = [subjects.name, accessTrail.name, mails.name, 'seller-balance', 'sales'];
  if (head !== undefined && !(await projections.waitFor(head, names, LONGEST_WAIT_MS))) {
    throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 2 });
  }
  return recordsOf(database, subject);
};

/** Returns the retention duties of today, by class of personal data. @throws as `allRecordsOf` */
export const holdsOf = async (
  services: PrivacyServices,
  subject: string,
): Promise<RetentionDuties> => {
  const records = await allRecordsOf(services, subject);
  const all: RecordRetention[] = [];
  for (const { kind, recordId } of records)
    all.push(await retentionReaders[kind](services, recordId));
  const today = dayOf(services.core.now());
  return Object.fromEntries(
    retentionClasses.flatMap((each) => {
      const duty = retentionDutyOf(each, all, today);
      return duty ? [[each, duty] as const] : [];
    }),
  );
};
