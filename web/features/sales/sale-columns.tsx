import type { Sale } from '#/api/contract/sales.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { Column } from '#/web/ui/blocks/column.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';
import { SaleStatus } from './sale-status.tsx';
import { useTexts } from '#/web/i18n/texts.ts';

export const methodText = (sale: Sale, texts: BackofficeTexts): string =>
  sale.installments > 1
    ? `${texts.method[sale.method]} ${texts.sales.installments(sale.installments)}`
    : texts.method[sale.method];

const Erased = () => <em className="text-ink-faint">{useTexts().sales.erased}</em>;

const DASH = <span className="text-ink-faint">—</span>;

/** Before the payment the amount is only expected: the list shows a dash. */
const ofPaid = ({ approvedAt }: Sale, cents: number, { money }: Formats) =>
  approvedAt === null ? DASH : money(cents);

/** For every list of sales; the last columns are hidden at first. */
export const saleColumns = (texts: BackofficeTexts, formats: Formats): readonly Column<Sale>[] => [
  {
    id: 'title',
    header: texts.sales.productColumn,
    cell: ({ title }) => <span className="font-medium">{title}</span>,
  },
  {
    id: 'buyer',
    header: texts.sales.buyer,
    cell: ({ buyerName }) => buyerName ?? <Erased />,
  },
  {
    id: 'status',
    header: texts.sales.statusColumn,
    cell: (sale) => <SaleStatus sale={sale} />,
  },
  { id: 'method', header: texts.sales.methodColumn, cell: (sale) => methodText(sale, texts) },
  {
    id: 'date',
    header: texts.sales.date,
    cell: ({ requestedAt }) => (
      <span className="text-ink-muted">{formats.dateTime(requestedAt)}</span>
    ),
  },
  {
    id: 'amount',
    header: texts.sales.amount,
    isFigure: true,
    cell: ({ amount }) => <span className="font-semibold">{formats.money(amount)}</span>,
  },
  {
    id: 'net',
    header: texts.sales.net,
    isFigure: true,
    cell: (sale) => ofPaid(sale, sale.net, formats),
  },
  {
    id: 'fee',
    header: texts.sales.fee,
    isFigure: true,
    isExtra: true,
    cell: (sale) => ofPaid(sale, sale.fee, formats),
  },
  {
    id: 'refunded',
    header: texts.sales.refunded,
    isFigure: true,
    isExtra: true,
    cell: ({ refundedAmount }) => (refundedAmount === 0 ? DASH : formats.money(refundedAmount)),
  },
  {
    id: 'transaction',
    header: texts.sale.transactionId,
    isExtra: true,
    cell: ({ transactionId }) => <span className="font-mono text-xs">{transactionId ?? '—'}</span>,
  },
];

/** A sale in two lines, for phones. */
export const SaleItem = ({ row: sale }: { readonly row: Sale }) => {
  const texts = useTexts();
  const formats = useFormats();
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium">{sale.title}</p>
        <p className="text-xs text-ink-faint">
          {sale.buyerName ?? texts.sales.erased} · {methodText(sale, texts)} ·{' '}
          {formats.dateTime(sale.requestedAt)}
        </p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">
        <p className="font-semibold">{formats.money(sale.amount)}</p>
        <SaleStatus sale={sale} />
      </div>
    </div>
  );
};
