import type { SaleDetail } from '#/api/contract/sales.ts';
import { formatDocument } from '#/domain/brazil/document.ts';
import { formatPhone } from '#/domain/brazil/phone.ts';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { TechnicalDetails } from '#/web/ui/technical-details.tsx';
import { useTexts, translateCode } from '#/web/i18n/texts.ts';
import { SaleStatus } from './sale-status.tsx';
import { breakdownTexts } from './breakdown-texts.ts';
import { methodText } from './sale-columns.tsx';
import type { Viewpoint } from './sale-queries.ts';

interface SaleSummaryProps {
  readonly detail: SaleDetail;
  readonly viewpoint: Viewpoint;
}

/** In the order in which users look: amount and goods, buyer, amounts in detail, ids. */
export const SaleSummary = ({ detail, viewpoint }: SaleSummaryProps) => (
  <>
    <Headline detail={detail} />
    <Days detail={detail} />
    <Lines detail={detail} />
    <Buyer detail={detail} />
    <Breakdown detail={detail} viewpoint={viewpoint} />
    <Receivables detail={detail} viewpoint={viewpoint} />
    <Ids detail={detail} />
  </>
);

interface WithDetail {
  readonly detail: SaleDetail;
}

const Headline = ({ detail: { sale } }: WithDetail) => {
  const texts = useTexts();
  const formats = useFormats();
  return (
    <div className="mb-4 flex items-start justify-between gap-4">
      <div>
        <p className="text-xl font-semibold tracking-tight tabular-nums">
          {formats.money(sale.amount)}
        </p>
        <p className="text-ink-muted">
          {methodText(sale, texts)} · {formats.dateTime(sale.requestedAt)}
        </p>
      </div>
      <SaleStatus sale={sale} />
    </div>
  );
};

/** When the sale was paid, or until when it can be paid. */
const Days = ({ detail: { sale, dueOn } }: WithDetail) => {
  const { sale: texts } = useTexts();
  const formats = useFormats();
  const isPending = sale.status === 'PENDING';
  const days = [
    [texts.approvedAt, sale.approvedAt && formats.dateTimeExact(sale.approvedAt)],
    [texts.due, isPending && dueOn && formats.day(dueOn)],
    [texts.expiresAt, isPending && !dueOn && sale.expiresAt && formats.dateTime(sale.expiresAt)],
  ] as const;
  const shownDays = days.filter(([, day]) => day);
  if (shownDays.length === 0) return null;
  return (
    <KeyValues>
      {shownDays.map(([name, day]) => (
        <KeyValue key={name} name={name}>
          {day}
        </KeyValue>
      ))}
    </KeyValues>
  );
};

const CopiedValue = ({ name, value }: { readonly name: string; readonly value: string }) => {
  const { common } = useTexts();
  return (
    <KeyValue name={<span className="inline-block first-letter:uppercase">{name}</span>}>
      <CopyField value={value} label={common.copy(name)} copiedLabel={common.copied} />
    </KeyValue>
  );
};

/** Support and the acquirer ask for these ids. */
const Ids = ({ detail: { sale } }: WithDetail) => {
  const texts = useTexts();
  return (
    <div className="mt-6">
      <TechnicalDetails>
        <KeyValues>
          <CopiedValue name={texts.sale.paymentId} value={sale.paymentId} />
          {sale.transactionId !== null && (
            <CopiedValue name={texts.sale.transactionId} value={sale.transactionId} />
          )}
          <KeyValue name={texts.sales.provider}>{sale.providerLabel}</KeyValue>
        </KeyValues>
      </TechnicalDetails>
    </div>
  );
};

const Lines = ({ detail: { lines, sale } }: WithDetail) => {
  const texts = useTexts();
  const formats = useFormats();
  return (
    <KeyValues title={texts.sale.lines}>
      {lines.map((line, index) => (
        <KeyValue
          key={index}
          name={
            <>
              <span className="text-ink">{line.title}</span>{' '}
              <span className="text-xs text-ink-faint">
                {translateCode(texts.sale.lineKind, line.kind)}
              </span>
            </>
          }
        >
          {formats.money(line.amount)}
        </KeyValue>
      ))}
      <KeyValue isTotal name={texts.common.total}>
        {formats.money(sale.amount)}
      </KeyValue>
    </KeyValues>
  );
};

/** The last line is the sum of the others. */
const Breakdown = ({ detail: { sale }, viewpoint }: SaleSummaryProps) => {
  const texts = useTexts();
  const formats = useFormats();
  const partTexts = breakdownTexts(sale, viewpoint, texts);
  if (partTexts === undefined) {
    return <p className="mt-6 text-ink-muted">{texts.sale.notPaid}</p>;
  }
  return (
    <KeyValues title={texts.sale.breakdown}>
      <KeyValue name={partTexts.paid}>{formats.money(sale.amount)}</KeyValue>
      {sale.refundedAmount > 0 && (
        <KeyValue name={texts.sale.wentBack}>
          <span className="text-negative">{formats.change(-sale.refundedAmount)}</span>
        </KeyValue>
      )}
      {sale.interest > 0 && (
        <KeyValue name={texts.sales.interest}>{formats.change(-sale.interest)}</KeyValue>
      )}
      <KeyValue name={partTexts.fee}>{formats.change(-sale.fee)}</KeyValue>
      <KeyValue isTotal name={partTexts.net}>
        {formats.money(sale.net)}
      </KeyValue>
    </KeyValues>
  );
};

const Receivables = ({ detail, viewpoint }: SaleSummaryProps) => {
  const { sale } = useTexts();
  const formats = useFormats();
  const { receivables } = detail;
  if (receivables.length === 0) {
    if (detail.sale.status !== 'PENDING') return null;
    return <p className="mt-6 text-xs text-ink-faint">{sale.noReceivables}</p>;
  }
  return (
    <section className="mt-6">
      <h3 className="mb-1.5 text-sm font-semibold">{sale.receivables}</h3>
      <table className="w-full border-y border-line text-left tabular-nums">
        <thead>
          <tr className="h-8 text-xs text-ink-faint">
            <th className="pr-2 font-medium">{sale.installment}</th>
            <th className="pr-2 font-medium">{sale.due}</th>
            <th className="pr-2 font-medium">{sale.release}</th>
            <th className="text-right font-medium">
              {viewpoint === 'seller' ? sale.yours : sale.sellers}
            </th>
          </tr>
        </thead>
        <tbody>
          {receivables.map((receivable) => (
            <tr key={receivable.installment} className="h-9 border-t border-line">
              <td>
                {receivable.installment}/{receivables.length}
              </td>
              <td>{formats.day(receivable.dueOn)}</td>
              <td>{formats.day(receivable.releaseOn)}</td>
              <td className="text-right">
                <ReceivableAmount {...receivable} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** The amount that remains, next to the reversed amount. */
const ReceivableAmount = ({ amount, reversed }: SaleDetail['receivables'][number]) => {
  const { sale } = useTexts();
  const { money } = useFormats();
  if (reversed === 0) return money(amount);
  if (reversed === amount) {
    return (
      <>
        <del className="mr-2 text-ink-faint">{money(amount)}</del>
        {sale.reversed}
      </>
    );
  }
  return (
    <>
      {money(amount - reversed)}
      <span className="block text-xs text-ink-faint">{sale.reversedPart(money(reversed))}</span>
    </>
  );
};

const Buyer = ({ detail: { buyer } }: WithDetail) => {
  const { sale, sales, common } = useTexts();
  /** @param required a value that every buyer gives: if that is null too, the data were erased */
  const formatGiven = (
    value: string | null,
    required: string | null,
    format: (value: string) => string,
  ) => (value === null ? (required === null ? sales.erased : sale.notGiven) : format(value));
  // Every buyer has name and e-mail until erased; document and phone are optional.
  const facts = [
    [sale.name, buyer.name ?? sales.erased],
    [sale.email, buyer.email ?? sales.erased],
    [
      sale.document,
      buyer.isDocumentHidden
        ? common.documentHidden
        : formatGiven(buyer.document, buyer.name, formatDocument),
    ],
    [sale.phone, formatGiven(buyer.phone, buyer.email, formatPhone)],
    ...(buyer.address === null ? [] : [[sale.address, buyer.address] as const]),
  ] as const;
  return (
    <KeyValues title={sale.buyerData}>
      {facts.map(([name, value]) => (
        <KeyValue key={name} name={name}>
          {value}
        </KeyValue>
      ))}
    </KeyValues>
  );
};
