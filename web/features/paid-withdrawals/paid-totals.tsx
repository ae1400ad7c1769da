import { useQuery } from '@tanstack/react-query';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Placeholder } from '#/web/ui/states.tsx';
import {
  filtersIn,
  paidTotalsQuery,
  type PaidSearch,
  type ReconciliationFilter,
} from './paid-queries.ts';
import { usePaidTexts } from './paid-texts.ts';

/** The sums over all pages of the list, and how much of the same days and seller is not reconciled yet, or came back afterwards. */
export const PaidTotals = ({ search, onSearch }: SearchProps<PaidSearch>) => {
  const texts = usePaidTexts();
  const { money } = useFormats();
  const totals = useQuery(paidTotalsQuery(search)).data;
  const show = (reconciliation: ReconciliationFilter): void =>
    onSearch({ ...filtersIn(search), reconciliation });
  const partOf = (part: { readonly lines: number; readonly net: number } | undefined) =>
    part && texts.sum(money(part.net), texts.lines(part.lines));
  const figures = [
    [texts.totals, totals && texts.lines(totals.lines)],
    [texts.amount, totals && money(totals.amount)],
    [texts.fee, totals && money(totals.fee)],
    [texts.net, totals && money(totals.net)],
  ] as const;
  const parts = [
    ['NOT_RECONCILED', texts.notReconciled, totals?.notReconciled],
    ['RETURNED', texts.returned, totals?.returned],
  ] as const;
  return (
    // A grid, so that figures do not move when they replace their placeholders.
    <dl className="grid max-w-3xl grid-cols-2 gap-x-8 gap-y-2 sm:grid-cols-3">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt className="text-xs text-ink-muted">{name}</dt>
          <dd className="flex min-h-6 items-center font-semibold tabular-nums">
            <Placeholder is={figure}>{(text) => text}</Placeholder>
          </dd>
        </div>
      ))}
      {parts.map(([filter, name, part]) => (
        <div key={filter} className="max-sm:col-span-2">
          <dt className="text-xs text-ink-muted">{name}</dt>
          <dd className="flex min-h-6 items-center font-semibold tabular-nums">
            <Placeholder is={partOf(part)}>
              {(text) =>
                part?.lines === 0 ? (
                  text
                ) : (
                  <button
                    type="button"
                    aria-label={texts.show(`${name}, ${text}`)}
                    onClick={() => show(filter)}
                    // The area to press is larger than the text.
                    className="relative text-accent after:absolute after:-inset-x-1 after:-inset-y-3 hover:underline"
                  >
                    {text}
                  </button>
                )
              }
            </Placeholder>
          </dd>
        </div>
      ))}
    </dl>
  );
};
