import { figuresOf, showSellers, type ShownSeller } from '#/api/people/list-sellers.ts';
import type { Language } from '#/api/http/problem.ts';
import { sellersExportInput } from '#/api/contract/sellers.ts';
import { formatDocument } from '#/domain/brazil/document.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { streamSellers } from '#/projections/sellers.ts';
import { csvIn } from './csv.ts';
import type { CsvExport } from './export-routes.ts';
import { screenTexts, userTexts } from './texts.ts';

interface Line {
  readonly seller: ShownSeller;
  /** Undefined once erased, and for readers who may not see documents. */
  readonly document: string | undefined;
  readonly held: number;
}

const lineIn = (language: Language) => {
  const csv = csvIn[language];
  const { sales } = screenTexts[language];
  const { statuses, reviews, on, off } = userTexts[language];
  const state = (isOn: boolean): string => csv.text(isOn ? on : off);
  return ({ seller, document, held }: Line): string =>
    csv.line([
      csv.dayOf(seller.joinedAt),
      csv.timeOf(seller.joinedAt),
      csv.text(seller.sellerId),
      csv.text(seller.name ?? sales.erased),
      csv.text(seller.email),
      csv.text(document === undefined ? '' : formatDocument(document)),
      csv.text(statuses[seller.status]),
      csv.text(reviews[seller.review]),
      csv.dayOf(seller.waitingSince),
      state(seller.pixEnabled),
      state(seller.creditCardEnabled),
      state(seller.billetEnabled),
      csv.money(seller.available),
      csv.money(seller.pending),
      csv.money(held),
    ]);
};

/** Blocked sellers come last; documents only for staff who may see them (people.143). */
export const sellersExport: CsvExport<{ readonly language: Language }> = {
  input: sellersExportInput,
  recordedAs: 'SELLERS_EXPORT',
  fileName: ({ sellersFile }, _input, today) => `${sellersFile}-${today}`,
  columns: ({ sellersColumns }) => sellersColumns,
  async *lines({ database, core }, { language, platformId, showsDocuments }) {
    const lineOf = lineIn(language);
    for await (const batch of streamSellers(database, platformId)) {
      const figures = await figuresOf(
        database,
        batch.map(({ sellerId }) => sellerId),
      );
      const sellers = await showSellers(core, batch, figures);
      const identities = showsDocuments
        ? await core.vault.openMany<Identity>(batch.map(({ identity }) => identity))
        : [];
      yield sellers.map((seller, index) =>
        lineOf({
          seller,
          document: identities[index]?.document,
          held: figures.balances.get(seller.sellerId)?.held ?? 0,
        }),
      );
    }
  },
};
