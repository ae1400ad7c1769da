import type { TimelineEntry } from '#/api/contract/sales.ts';
import { classNames } from '#/web/ui/style/class-names.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { actorText, causeText, isKnownCause, useRecordTexts } from '#/web/i18n/record-texts.ts';
import { useTexts } from '#/web/i18n/texts.ts';

const DOTS: Readonly<Partial<Record<TimelineEntry['type'], string>>> = {
  PaymentApproved: 'bg-positive',
  PaymentRejected: 'bg-negative',
  PaymentMismatchFound: 'bg-negative',
  PaymentLeftUnresolved: 'bg-negative',
  PaymentChargedBack: 'bg-negative',
  PaymentRefundFailed: 'bg-negative',
  PaymentRefunded: 'bg-accent',
};

/** Oldest first, one line per recorded event. */
export const SaleTimeline = ({ entries }: { readonly entries: readonly TimelineEntry[] }) => {
  const { sale } = useTexts();
  const record = useRecordTexts();
  const formats = useFormats();
  return (
    <ol className="grid">
      {entries.map((entry) => (
        <li
          key={`${entry.position} ${entry.type}`}
          className="relative grid gap-0.5 border-l border-line pb-5 pl-5 last:border-transparent last:pb-0"
        >
          <span
            aria-hidden
            className={classNames(
              'absolute top-1.5 -left-[5px] size-2.5 rounded-full ring-4 ring-surface',
              DOTS[entry.type] ?? 'bg-line-strong',
            )}
          />
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{record.event[entry.type]}</span>
            {entry.amount !== null && (
              <span className="tabular-nums">{formats.money(entry.amount)}</span>
            )}
          </p>
          <p className="text-xs text-ink-faint tabular-nums">
            <time dateTime={entry.at}>{formats.dateTimeExact(entry.at)}</time> ·{' '}
            {sale.by(actorText(entry.actor, record))}
          </p>
          {entry.note !== null && <p className="text-ink-muted">“{entry.note}”</p>}
          {entry.cause !== null && (
            <p className="text-ink-muted">{causeText(entry.cause, record)}</p>
          )}
          {entry.text !== null && <p className="break-words text-ink-muted">“{entry.text}”</p>}
          <TechnicalDetails entry={entry} />
        </li>
      ))}
    </ol>
  );
};

/** The acquirer's reference and the code of the cause, for inquiries at the acquirer. */
const TechnicalDetails = ({ entry: { cause, reference } }: { readonly entry: TimelineEntry }) => {
  const { common } = useTexts();
  const code = cause !== null && isKnownCause(cause) ? cause : null;
  const facts = [reference, code].filter((fact) => fact !== null);
  if (facts.length === 0) return null;
  return (
    <details className="text-xs text-ink-faint">
      <summary className="w-fit cursor-pointer">{common.technical}</summary>
      <p className="font-mono break-all">{facts.join(' · ')}</p>
    </details>
  );
};
