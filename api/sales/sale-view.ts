import type { Sale, SaleDetail } from '#/api/contract/sales.ts';
import { readFresh, readPrimary } from '#/api/reads/freshness.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { refundableOf, listDivisions } from '#/domain/payment/refundable.ts';
import { subtractReversals, receivablesNow } from '#/domain/payment/receivables.ts';
import { dueDayOf } from '#/domain/payment/due-day.ts';
import type { Address } from '#/domain/ports/charge.ts';
import type { Contact, Identity } from '#/domain/privacy/encrypted.ts';
import { findGivenDocument, findGivenPhone } from '#/domain/privacy/stand-ins.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { getPaymentTimeline, type TimelineEntry } from '#/projections/payment-timeline.ts';
import { getSale } from '#/projections/sales-queries.ts';
import type { SaleRow } from '#/projections/sales.ts';
import { showRefundRight } from '#/api/payments/refunds/refund-right.ts';
import type { SalesReader } from './sales-reader.ts';

const viewSale = ({ acquirers }: Services, row: SaleRow, buyerName: string | null): Sale => ({
  paymentId: row.paymentId,
  sellerId: row.sellerId,
  offerId: row.offerId,
  productId: row.productId,
  title: row.title,
  buyerName,
  status: row.status,
  method: row.method,
  provider: row.provider,
  providerLabel: acquirers.labelOf(row.provider),
  installments: row.installments,
  amount: row.amount,
  fee: row.fee,
  interest: row.interest,
  net: row.net,
  refundedAmount: row.refundedAmount,
  currency: row.currency,
  transactionId: row.transactionId,
  requestedAt: row.requestedAt,
  approvedAt: row.approvedAt,
  expiresAt: row.expiresAt,
});

/** Adds the buyers' names, which only the vault can decrypt; null after erasure. */
export const showSales = async (services: Services, rows: readonly SaleRow[]): Promise<Sale[]> => {
  const people = await services.core.vault.openMany<Identity>(rows.map(({ buyer }) => buyer));
  return rows.map((row, index) => viewSale(services, row, people[index]?.name ?? null));
};

const printAddress = (address: Address): string => {
  const { address: street, number, complement, district, city, state, zipCode } = address;
  const place = [street, number, complement].filter(Boolean).join(', ');
  return `${place} - ${district}, ${city} - ${state}, ${zipCode}`;
};

const showBuyer = async (
  vault: Vault,
  { requested }: RequestedPayment,
): Promise<Omit<SaleDetail['buyer'], 'isDocumentHidden'>> => {
  const [identity, contact, address] = await Promise.all([
    vault.decrypt<Identity>(requested.buyer.identity),
    vault.decrypt<Contact>(requested.buyer.contact),
    requested.delivery ? vault.decrypt<Address>(requested.delivery) : undefined,
  ]);
  return {
    name: identity?.name ?? null,
    email: contact?.email ?? null,
    document: (identity && findGivenDocument(identity, contact?.email)) ?? null,
    phone: (contact && findGivenPhone(contact)) ?? null,
    address: address ? printAddress(address) : null,
  };
};

const viewEntry = (entry: TimelineEntry): SaleDetail['timeline'][number] => ({
  type: entry.type,
  at: entry.at,
  actor: entry.actor,
  amount: entry.amount ?? null,
  status: entry.status ?? null,
  note: entry.note ?? null,
  cause: entry.cause ?? null,
  text: entry.text ?? null,
  reference: entry.reference ?? null,
  position: entry.position,
});

/** The buyer's document is shown only to readers who may see it. @throws Refused `payment/not-found` */
export const showSale = async (
  services: Services,
  { isWithNumbers, ...scope }: SalesReader,
  { paymentId, state }: { readonly paymentId: string; readonly state: RequestedPayment },
  after: string | undefined,
): Promise<SaleDetail> => {
  const names = ['sales', 'payment-timeline'];
  const read = async (database: Queryable) => ({
    row: await getSale(database, { ...scope, paymentId }),
    timeline: await getPaymentTimeline(database, paymentId),
  });
  const fresh = await readFresh(services, names, after, read);
  // The payment exists, so a replica without its row is only behind: the primary is read then.
  const { value, position } = fresh.value.row
    ? fresh
    : await readPrimary(services, names, after, read);
  if (!value.row) throw new Refused('payment/not-found');
  const [buyer, refundRight] = await Promise.all([
    showBuyer(services.core.vault, state),
    showRefundRight(services.core, state),
  ]);
  const { approved } = state;
  return {
    sale: viewSale(services, value.row, buyer.name),
    lines: state.requested.lines.map(({ kind, title, amount }) => ({ kind, title, amount })),
    buyer: {
      ...buyer,
      ...(!isWithNumbers && { document: null }),
      isDocumentHidden: !isWithNumbers,
    },
    dueOn: dueDayOf(state),
    receivables: approved
      ? receivablesNow(approved, listDivisions(state, 'SETTLED')).map((each) => ({ ...each }))
      : [],
    parts: approved?.parts ?? null,
    partsLeft: approved && subtractReversals(approved, listDivisions(state, 'SETTLED', 'PENDING')),
    refundable: refundableOf(state),
    refundRight,
    timeline: value.timeline.map(viewEntry),
    position,
  };
};
