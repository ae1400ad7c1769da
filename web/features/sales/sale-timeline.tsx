import type { TimelineEntry } from '#/api/contract/seller.ts';
import { classNames } from '#/web/ui/class-names.ts';
import { useFormats } from '#/web/ui/formats.ts';
import { useTexts, wordFor } from '#/web/ui/texts.ts';

const DOTS: Readonly<Record<string, string>> = {
  PaymentApproved: 'bg-positive',
  PaymentRejected: 'bg-negative',
  PaymentChargedBack: 'bg-negative',
  PaymentRefundFailed: 'bg-negative',
  PaymentRefunded: 'bg-accent',
};

/** `seller:abc` is shown as the kind of actor; who exactly stands in the audit. */
const actorKind = (actor: string): string => actor.split(':')[0] ?? actor;

/** What happened to a payment, oldest first, each line one recorded event. */
export const SaleTimeline = ({ entries }: { readonly entries: readonly TimelineEntry[] }) => {
  const { sale } = useTexts();
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
            <span className="font-medium">{wordFor(sale.event, entry.type)}</span>
            {entry.amount !== null && (
              <span className="tabular-nums">{formats.money(entry.amount)}</span>
            )}
          </p>
          <p className="text-xs text-ink-faint tabular-nums">
            <time dateTime={entry.at}>{formats.dateTimeExact(entry.at)}</time> ·{' '}
            {sale.by(wordFor(sale.actor, actorKind(entry.actor)))}
          </p>
          {entry.note !== null && <p className="text-ink-muted">“{entry.note}”</p>}
        </li>
      ))}
    </ol>
  );
};
