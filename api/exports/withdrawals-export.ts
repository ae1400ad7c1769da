import { withdrawalsExportInput, type WithdrawalsExport } from '#/api/contract/paid-withdrawals.ts';
import type { Language } from '#/api/http/problem.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { loadAuthorEmails } from '#/api/people/staff-emails.ts';
import { maskedPixKey } from '#/api/withdrawals/masked-pix-key.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import { streamPaidWithdrawals } from '#/projections/withdrawals-queries.ts';
import type { WithdrawalRow } from '#/projections/withdrawals.ts';
import { csvIn } from './csv.ts';
import type { CsvExport } from './export-routes.ts';
import { screenTexts } from './texts.ts';

interface Line {
  readonly row: WithdrawalRow;
  /** The seller's name; undefined once erased, like `pixKey` and each approver. */
  readonly seller: string | undefined;
  readonly pixKey: string | undefined;
  readonly approvers: readonly (string | undefined)[];
}

const lineIn = (language: Language) => {
  const csv = csvIn[language];
  const { finance, sales } = screenTexts[language];
  return ({ row, seller, pixKey, approvers }: Line): string =>
    csv.line([
      csv.dayOf(row.concludedAt),
      csv.timeOf(row.concludedAt),
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
      csv.text(approvers.map((name) => name ?? sales.erased).join(', ')),
    ]);
};

/** The withdrawals paid on the given days, with masked PIX keys. The sums equal those of the list (people.157). */
export const withdrawalsExport: CsvExport<WithdrawalsExport> = {
  input: withdrawalsExportInput,
  recordedAs: 'WITHDRAWALS_EXPORT',
  fileName: ({ withdrawalsFile }, { from, to }, today) =>
    [withdrawalsFile, from, to ?? today].filter((part) => part !== undefined).join('-'),
  columns: ({ withdrawalsColumns }) => withdrawalsColumns,
  async *lines({ database, core }, { language, platformId, sellerId, from, to }) {
    const lineOf = lineIn(language);
    const filters = { platformId, sellerId, from, to };
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
        batch.flatMap(({ approvals }) => approvals.map(({ by }) => by)),
      );
      yield batch.map((row, index) =>
        lineOf({
          row,
          seller: sellers.get(row.sellerId),
          pixKey: destinations[index]?.pixKey,
          approvers: row.approvals.map(({ by }) => authors.get(by)),
        }),
      );
    }
  },
};
