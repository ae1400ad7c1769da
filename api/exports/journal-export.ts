import { streamJournal, type JournalLine } from '#/projections/journal.ts';
import { csvLine, dayCell, moneyCell, textCell } from './csv.ts';
import type { CsvExport } from './export-routes.ts';

/** What an accountant reads as the line's history. */
const histories: Readonly<Record<JournalLine['history'], string>> = {
  PaymentApproved: 'Recebimento de venda',
  PaymentRefunded: 'Reembolso ao comprador',
  PaymentChargedBack: 'Chargeback',
  ReceivablesBooked: 'Recebíveis da venda',
  ReceivablesReleased: 'Liberação de recebíveis',
  ReceivablesReversed: 'Estorno de recebíveis',
  WithdrawalHeld: 'Reserva de saque',
  WithdrawalPaid: 'Saque pago',
  WithdrawalReturned: 'Saque devolvido',
};

/** Positions are padded so that they sort as text; people need no zeros. */
const entryNumber = (position: string): string => position.replace(/^0+(?=\d)/, '');

/** One line of the file, end of line included. */
export const journalCsvLine = (line: JournalLine): string =>
  csvLine([
    dayCell(line.day),
    // A closed month reads the same wherever the log was moved since.
    textCell(entryNumber(line.sealedAs ?? line.position)),
    textCell(line.debit),
    textCell(line.credit),
    moneyCell(line.amount),
    textCell(histories[line.history]),
    textCell(line.paymentId ?? line.withdrawalId),
    textCell(line.history),
  ]);

/** The journal (livro diário), one line a posting; no totals, because importers would book them. */
export const journalExport: CsvExport = {
  fileName: 'razao-diario',
  columns: ['Data', 'Lançamento', 'Débito', 'Crédito', 'Valor', 'Histórico', 'Documento', 'Evento'],
  async *lines({ database }, filters) {
    for await (const batch of streamJournal(database, filters)) yield batch.map(journalCsvLine);
  },
};
