import { Link } from '@tanstack/react-router';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import type { PaidWithdrawalsTexts } from '#/web/i18n/pt-br/payouts/paid.ts';
import { Named } from '#/web/ui/avatar.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { ABOVE_ROW, ROW_LINK, ROW_LINK_CLASS } from '#/web/ui/blocks/row-link.ts';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { MarkCell, Selection } from './mark-cell.tsx';
import { paidName } from './paid-queries.ts';
import { usePaidTexts } from './paid-texts.ts';

interface OfRow {
  readonly row: PaidWithdrawal;
}

const PAGE = '/admin-root/paid-withdrawals';

/** A press anywhere on the row follows the link. */
const ReceiptLink = ({ row }: OfRow) => {
  const texts = usePaidTexts();
  const name = paidName(row);
  return (
    <Named name={row.sellerName}>
      <Link
        {...ROW_LINK}
        from={PAGE}
        to={PAGE}
        search={(search) => ({ ...search, receipt: row.withdrawalId })}
        aria-label={texts.receipt(name)}
        className={`font-medium text-ink hover:text-accent hover:underline ${ROW_LINK_CLASS}`}
      >
        {name}
      </Link>
    </Named>
  );
};

const OnlySeller = ({ row: { sellerId, sellerName } }: OfRow) => {
  const texts = usePaidTexts();
  return (
    <Link
      from={PAGE}
      to={PAGE}
      search={({ from, to, reconciliation }) => ({ from, to, reconciliation, sellerId })}
      className={`${ABOVE_ROW} inline-flex min-h-6 items-center text-xs font-medium text-accent hover:underline`}
    >
      {texts.onlySeller(sellerName ?? sellerId)}
    </Link>
  );
};

const Key = ({ row: { pixType, pixKey } }: OfRow) => {
  const { finance } = useTexts();
  const { erased } = usePaidTexts();
  return (
    <>
      {finance.keyType[pixType]} {pixKey ?? erased}
    </>
  );
};

const EndToEnd = ({ row: { endToEndId } }: OfRow) => {
  const texts = usePaidTexts();
  const { common } = useTexts();
  if (endToEndId === null) return '—';
  return (
    <CopyField
      value={endToEndId}
      label={common.copy(texts.endToEnd)}
      copiedLabel={common.copied}
      className={ABOVE_ROW}
    />
  );
};

const Approvers = ({ row: { approvedBy } }: OfRow) => {
  const texts = usePaidTexts();
  if (approvedBy.length === 0) return texts.automatic;
  return approvedBy.map((name) => name ?? texts.someone).join(', ');
};

export const paidColumns = (
  texts: PaidWithdrawalsTexts,
  formats: Formats,
): readonly Column<PaidWithdrawal>[] => [
  {
    id: 'seller',
    header: texts.seller,
    cell: (row) => (
      <span className="flex items-center gap-3">
        <Selection row={row} />
        <ReceiptLink row={row} />
      </span>
    ),
  },
  { id: 'paidAt', header: texts.paidAt, cell: ({ paidAt }) => formats.dateTime(paidAt) },
  {
    id: 'requestedAt',
    header: texts.requestedAt,
    isExtra: true,
    cell: ({ requestedAt }) => formats.dateTime(requestedAt),
  },
  {
    id: 'amount',
    header: texts.amount,
    isFigure: true,
    cell: ({ amount }) => formats.money(amount),
  },
  { id: 'fee', header: texts.fee, isFigure: true, cell: ({ fee }) => formats.money(fee) },
  { id: 'net', header: texts.net, isFigure: true, cell: ({ net }) => formats.money(net) },
  {
    id: 'reconciliation',
    header: texts.reconciliation.title,
    cell: (row) => <MarkCell row={row} />,
  },
  { id: 'acquirer', header: texts.acquirer, isExtra: true, cell: ({ provider }) => provider },
  { id: 'key', header: texts.key, cell: (row) => <Key row={row} /> },
  { id: 'endToEnd', header: texts.endToEnd, cell: (row) => <EndToEnd row={row} /> },
  { id: 'approvedBy', header: texts.approvedBy, cell: (row) => <Approvers row={row} /> },
  { id: 'filter', header: texts.filter, cell: (row) => <OnlySeller row={row} /> },
];

export const PaidItem = ({ row }: OfRow) => {
  const { money, dateTime } = useFormats();
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="flex min-w-0 items-center gap-3">
          <Selection row={row} />
          <ReceiptLink row={row} />
        </span>
        <span className="font-medium tabular-nums">{money(row.net)}</span>
      </div>
      <p className="text-xs break-words text-ink-muted">
        <Key row={row} />
      </p>
      <p className="text-xs text-ink-faint">{dateTime(row.paidAt)}</p>
      <EndToEnd row={row} />
      <MarkCell row={row} />
      <div className="flex flex-wrap justify-between gap-x-3 text-xs text-ink-muted">
        <span className="min-w-0 break-words">
          <Approvers row={row} />
        </span>
        <OnlySeller row={row} />
      </div>
    </div>
  );
};
