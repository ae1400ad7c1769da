import type { Language } from '#/api/http/problem.ts';
import { streamJournal, type JournalLine } from '#/projections/journal.ts';
import { csvIn } from './csv.ts';
import type { CsvExport } from './export-routes.ts';
import { fileWords } from './words.ts';

/** Positions are padded so that they sort as text; people need no zeros. */
const entryNumber = (position: string): string => position.replace(/^0+(?=\d)/, '');

/** Writes one line of the file, end of line included. */
export const journalLineIn = (language: Language): ((line: JournalLine) => string) => {
  const csv = csvIn[language];
  const { histories } = fileWords[language];
  return (line) =>
    csv.line([
      csv.day(line.day),
      csv.timeOf(line.at),
      // A closed month reads the same wherever the log was moved since.
      csv.text(entryNumber(line.sealedAs ?? line.position)),
      csv.text(line.debit),
      csv.text(line.credit),
      csv.money(line.amount),
      csv.text(histories[line.history]),
      csv.text(line.paymentId ?? line.withdrawalId),
    ]);
};

/**
 * The journal (livro diário), one line a posting; no totals, because importers would book them. Accounts stand there by
 * their address and nobody by name: a closed month reprints the same whatever people are called since.
 */
export const journalExport: CsvExport = {
  fileName: ({ journalFile }) => journalFile,
  columns: ({ journalColumns }) => journalColumns,
  async *lines({ database }, { language, ...filters }) {
    const lineOf = journalLineIn(language);
    for await (const batch of streamJournal(database, filters)) yield batch.map(lineOf);
  },
};
