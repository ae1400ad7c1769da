import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { Button } from '#/web/ui/button.tsx';
import { DateRange } from '#/web/ui/fields/date-range.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { MarkBar } from './mark-bar.tsx';
import {
  filtersIn,
  paidName,
  paidQuery,
  type PaidSearch,
  type ReconciliationFilter,
} from './paid-queries.ts';
import { usePaidTexts } from './paid-texts.ts';
import { PaidTotals } from './paid-totals.tsx';

const STATES: readonly ReconciliationFilter[] = ['NOT_RECONCILED', 'RECONCILED', 'RETURNED'];

/** The filters of days, seller and reconciliation, the sums of the withdrawals that match, and the selection. */
export const PaidFilters = ({ search, onSearch }: SearchProps<PaidSearch>) => {
  const { reconciliation: texts } = usePaidTexts();
  const filters = filtersIn(search);
  const { sellerId, reconciliation } = filters;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <DateRange range={search} onChange={({ from, to }) => onSearch({ ...filters, from, to })} />
        <Select<ReconciliationFilter>
          label={texts.title}
          value={reconciliation ?? null}
          options={[
            { value: null, label: texts.all },
            ...STATES.map((value) => ({ value, label: texts.filters[value] })),
          ]}
          onChange={(value) => onSearch({ ...filters, reconciliation: value ?? undefined })}
          className="w-fit min-w-52"
        />
        {sellerId !== undefined && (
          <SellerChip
            search={search}
            sellerId={sellerId}
            onClear={() => onSearch({ ...filters, sellerId: undefined })}
          />
        )}
      </div>
      <PaidTotals search={search} onSearch={onSearch} />
      <MarkBar search={search} />
    </div>
  );
};

interface SellerChipProps {
  readonly search: PaidSearch;
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
