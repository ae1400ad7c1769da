import type { Language } from '#/api/http/problem.ts';
import { formerAddress } from '#/domain/accounting/ledger-accounts.ts';
import { streamJournal, type JournalLine } from '#/projections/journal.ts';
import { periodExportInput, type PeriodExport } from '#/api/contract/admin.ts';
import { csvIn } from './csv.ts';
import type { CsvExport } from './export-routes.ts';
import { fileTexts } from './texts.ts';

/** Positions are zero-padded so that they sort as text; people do not need the zeros. */
const printEntryNumber = (position: string): string => position.replace(/^0+(?=\d)/, '');

/** An entry from before the present chart of accounts prints its former ledger address, so that its month prints as it did. */
const addressIn = ({ isOfFormerChart }: JournalLine, address: string): string =>
  isOfFormerChart ? formerAddress(address) : address;

/** Returns a function that prints a line with its end. */
export const journalLineIn = (language: Language): ((line: JournalLine) => string) => {
  const csv = csvIn[language];
  const { histories } = fileTexts[language];
  return (line) =>
    csv.line([
      csv.day(line.day),
      csv.timeOf(line.at),
      // The original position (`sealedAs`): a closed month prints as before, even from another store.
      csv.text(printEntryNumber(line.sealedAs ?? line.position)),
      csv.text(addressIn(line, line.debit)),
      csv.text(addressIn(line, line.credit)),
      csv.money(line.amount),
      csv.text(histories[line.history]),
      csv.text(line.paymentId ?? line.withdrawalId),
    ]);
};

/** The journal (livro diário), one line per posting; without totals, because importers would book them. */
export const journalExport: CsvExport<PeriodExport> = {
  input: periodExportInput,
  recordedAs: 'JOURNAL_EXPORT',
  fileName: ({ journalFile }, { from, to }) => `${journalFile}-${from}-${to}`,
  columns: ({ journalColumns }) => journalColumns,
  async *lines({ database }, { language, ...filters }) {
    const lineOf = journalLineIn(language);
    for await (const batch of streamJournal(database, filters)) yield batch.map(lineOf);
  },
};
