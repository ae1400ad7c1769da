import { withdrawalsExportInput, type WithdrawalsExport } from '#/api/contract/paid-withdrawals.ts';
import type { Language } from '#/api/http/problem.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { loadAuthorEmails } from '#/api/people/staff-emails.ts';
import { maskedPixKey } from '#/api/withdrawals/masked-pix-key.ts';
import { returnedAtOf } from '#/api/withdrawals/paid-withdrawals.ts';
import { markStateOf } from '#/domain/withdrawal/mark-state.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import { streamPaidWithdrawals } from '#/projections/withdrawals-queries.ts';
import type { WithdrawalRow } from '#/projections/withdrawals.ts';
import { csvIn } from './csv.ts';
import type { CsvExport } from './export-routes.ts';
import { paidTexts, screenTexts } from './texts.ts';

interface Line {
  readonly row: WithdrawalRow;
  /** The seller's name; undefined once erased, like `pixKey` and the e-mail of each author. */
  readonly seller: string | undefined;
  readonly pixKey: string | undefined;
  readonly emailOf: (author: string) => string | undefined;
}

const lineIn = (language: Language) => {
  const csv = csvIn[language];
  const { finance, sales } = screenTexts[language];
  const { state } = paidTexts[language].reconciliation;
  const markOf = ({ row, emailOf }: Line): readonly string[] => {
    const { reconciliation } = row;
    const returnedAt = returnedAtOf(row);
    return [
      csv.text(state[markStateOf(reconciliation, returnedAt !== null)]),
      csv.dayOf(reconciliation?.at ?? null),
      csv.timeOf(reconciliation?.at ?? null),
      csv.text(reconciliation && (emailOf(reconciliation.by) ?? sales.erased)),
      reconciliation === null ? '' : csv.money(reconciliation.amount),
      csv.text(reconciliation?.reference ?? null),
      csv.dayOf(returnedAt),
    ];
  };
  return (line: Line): string => {
    const { row, seller, pixKey, emailOf } = line;
    return csv.line([
      csv.dayOf(row.paidAt),
      csv.timeOf(row.paidAt),
      csv.dayOf(row.requestedAt),
      csv.timeOf(row.requestedAt),
      csv.text(row.withdrawalId),
      csv.text(row.sellerId),
      csv.text(seller ?? sales.erased),
      csv.money(row.amount),
      csv.money(row.fee),
      csv.money(row.net),
      csv.text(row.provider),
      csv.text(finance.keyType[row.pixType]),
      csv.text(pixKey === undefined ? sales.erased : maskedPixKey(row.pixType, pixKey)),
      csv.text(row.endToEndId),
      csv.text(row.approvals.map(({ by }) => emailOf(by) ?? sales.erased).join(', ')),
      ...markOf(line),
    ]);
  };
};

/** The withdrawals paid on the given days, with masked PIX keys. The sums equal those of the list (people.157). */
export const withdrawalsExport: CsvExport<WithdrawalsExport> = {
  input: withdrawalsExportInput,
  recordedAs: 'WITHDRAWALS_EXPORT',
  fileName: ({ withdrawalsFile }, { from, to }, today) =>
    [withdrawalsFile, from, to ?? today].filter((part) => part !== undefined).join('-'),
  columns: ({ withdrawalsColumns }) => withdrawalsColumns,
  async *lines({ database, core }, { language, ...filters }) {
    const lineOf = lineIn(language);
    for await (const batch of streamPaidWithdrawals(database, filters)) {
      const destinations = await core.vault.openMany<PixDestination>(
        batch.map((row) => row.destination),
      );
      const sellers = await loadSellerNames(
        core,
        batch.map((row) => row.sellerId),
      );
      const authors = await loadAuthorEmails(
        core,
        batch.flatMap(({ approvals, reconciliation }) =>
          [...approvals, ...(reconciliation ? [reconciliation] : [])].map(({ by }) => by),
        ),
      );
      yield batch.map((row, index) =>
        lineOf({
          row,
          seller: sellers.get(row.sellerId),
          pixKey: destinations[index]?.pixKey,
          emailOf: (author) => authors.get(author),
        }),
      );
    }
  },
};
