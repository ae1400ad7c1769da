import { loadSellerNames } from '#/api/people/seller-names.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Language } from '#/api/http/problem.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { formatDocument } from '#/domain/brazil/document.ts';
import { findGivenDocument } from '#/domain/privacy/stand-ins.ts';
import { streamSales } from '#/projections/sales-queries.ts';
import type { SaleRow } from '#/projections/sales.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { periodExportInput, type PeriodExport } from '#/api/contract/admin.ts';
import { csvIn } from './csv.ts';
import type { CsvExport } from './export-routes.ts';
import { screenTexts } from './texts.ts';

/** A sale with the seller's name (or id), and the buyer, who is undefined once erased. */
interface NamedSale {
  readonly sale: SaleRow;
  readonly seller: string;
  readonly buyer: Identity | undefined;
}

const printStatus = ({ status, refundedAmount }: SaleRow, texts: BackofficeTexts): string =>
  status === 'APPROVED' && refundedAmount > 0
    ? `${texts.status[status]} (${texts.partlyRefunded.toLowerCase()})`
    : texts.status[status];

const printDocument = (buyer: Identity | undefined, { sales, sale }: BackofficeTexts): string => {
  if (buyer === undefined) return sales.erased;
  const document = findGivenDocument(buyer, undefined);
  return document === undefined ? sale.notGiven : formatDocument(document);
};

/** Returns a function that prints a sale. The paid amount is the sum of refunded amount, fees, interest and net. */
const lineIn = (language: Language, showsDocuments: boolean) => {
  const csv = csvIn[language];
  const texts = screenTexts[language];
  return ({ sale, seller, buyer }: NamedSale): string => {
    const isPaid = sale.approvedAt !== null;
    const ofPaid = (amount: number): string => csv.money(isPaid ? amount : 0);
    return csv.line([
      csv.dayOf(sale.requestedAt),
      csv.timeOf(sale.requestedAt),
      csv.text(sale.paymentId),
      csv.text(sale.transactionId),
      csv.text(seller),
      csv.text(buyer?.name ?? texts.sales.erased),
      csv.text(showsDocuments ? printDocument(buyer, texts) : ''),
      csv.text(sale.title),
      csv.text(texts.method[sale.method]),
      String(sale.installments),
      csv.text(printStatus(sale, texts)),
      csv.text(sale.currency),
      csv.money(sale.amount),
      ofPaid(sale.amount),
      csv.money(sale.refundedAmount),
      ofPaid(sale.fee),
      ofPaid(sale.interest),
      ofPaid(sale.net),
      csv.dayOf(sale.approvedAt),
      csv.timeOf(sale.approvedAt),
    ]);
  };
};

/** Returns a function that adds the names of a batch's sellers to those read before. A seller without a name has the id as name. */
const createNamer = (core: Core) => {
  const names = new Map<string, string>();
  return async (sales: readonly SaleRow[]): Promise<ReadonlyMap<string, string>> => {
    const newIds = sales.map(({ sellerId }) => sellerId).filter((id) => !names.has(id));
    for (const id of newIds) names.set(id, id);
    for (const [id, name] of await loadSellerNames(core, newIds)) names.set(id, name);
    return names;
  };
};

/** The sales requested on the given days, oldest first (money.76, money.77, people.15). */
export const salesExport: CsvExport<PeriodExport> = {
  input: periodExportInput,
  recordedAs: 'SALES_EXPORT',
  fileName: ({ salesFile }, { from, to }) => `${salesFile}-${from}-${to}`,
  columns: ({ salesColumns }) => salesColumns,
  async *lines({ database, core }, { language, showsDocuments, ...filters }) {
    const lineOf = lineIn(language, showsDocuments);
    const namesOf = createNamer(core);
    for await (const batch of streamSales(database, filters)) {
      const sellers = await namesOf(batch);
      const buyers = await core.vault.openMany<Identity>(batch.map(({ buyer }) => buyer));
      yield batch.map((sale, index) =>
        lineOf({ sale, seller: sellers.get(sale.sellerId) ?? sale.sellerId, buyer: buyers[index] }),
      );
    }
  },
};
