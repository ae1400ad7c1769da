import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { Button } from '#/web/ui/button.tsx';
import { DateRange } from '#/web/ui/fields/date-range.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Placeholder } from '#/web/ui/states.tsx';
import { paidName, paidQuery, paidTotalsQuery, type PaidSearch } from './paid-queries.ts';
import { usePaidTexts } from './paid-texts.ts';

/** The filters of days and seller, and the sums of the withdrawals that match. */
export const PaidFilters = ({ search, onSearch }: SearchProps<PaidSearch>) => {
  const { sellerId, from, to } = search;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <DateRange
          range={search}
          onChange={(range) => onSearch({ sellerId, from: range.from, to: range.to })}
        />
        {sellerId !== undefined && (
          <SellerChip search={search} sellerId={sellerId} onClear={() => onSearch({ from, to })} />
        )}
      </div>
      <Totals search={search} />
    </div>
  );
};

interface OfSearch {
  readonly search: PaidSearch;
}

interface SellerChipProps extends OfSearch {
  readonly sellerId: string;
  readonly onClear: () => void;
}

const SellerChip = ({ search, sellerId, onClear }: SellerChipProps) => {
  const texts = usePaidTexts();
  const rows = useQuery(paidQuery(search)).data?.items ?? [];
  const row = rows.find((each) => each.sellerId === sellerId);
  const name = row ? paidName(row) : sellerId;
  return (
    <Button aria-label={texts.allSellers(name)} onClick={onClear}>
      {texts.onlySeller(name)}
      <X aria-hidden className="size-4" />
    </Button>
  );
};

/** The sums over all pages of the list. */
const Totals = ({ search }: OfSearch) => {
  const texts = usePaidTexts();
  const { money } = useFormats();
  const totals = useQuery(paidTotalsQuery(search)).data;
  const figures = [
    [texts.totals, totals && texts.lines(totals.lines)],
    [texts.amount, totals && money(totals.amount)],
    [texts.fee, totals && money(totals.fee)],
    [texts.net, totals && money(totals.net)],
  ] as const;
  return (
    <dl className="grid max-w-2xl grid-cols-2 gap-x-8 gap-y-2 sm:grid-cols-4">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt className="text-xs text-ink-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">
            <Placeholder is={figure}>{(text) => text}</Placeholder>
          </dd>
        </div>
      ))}
    </dl>
  );
};
