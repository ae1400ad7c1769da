import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Combobox } from '#/web/ui/fields/combobox.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { LONGEST_SEARCH } from './sale-search.ts';
import { sellersQuery } from './sale-queries.ts';

interface SellerChoiceProps {
  readonly sellerId: string | undefined;
  readonly onChange: (sellerId: string | undefined) => void;
}

export const SellerChoice = ({ sellerId, onChange }: SellerChoiceProps) => {
  const { sales } = useTexts();
  const [text, setText] = useState('');
  const searchText = useDeferredValue(text.slice(0, LONGEST_SEARCH));
  const matching = useQuery({ ...sellersQuery(searchText), placeholderData: keepPreviousData });
  const chosen = useQuery({ ...sellersQuery(sellerId ?? ''), enabled: sellerId !== undefined });
  const matches = matching.data?.items ?? [];
  const loaded = [...matches, ...(chosen.data?.items ?? [])];
  const name = loaded.find((seller) => seller.sellerId === sellerId)?.name ?? sellerId;
  const all = { value: null, label: sales.allSellers };
  const options = matches.map((seller) => ({ value: seller.sellerId, label: seller.name }));
  return (
    <Combobox
      label={sales.sellerFilter}
      value={sellerId === undefined ? all : { value: sellerId, label: name ?? sellerId }}
      options={searchText === '' ? [all, ...options] : options}
      onText={setText}
      onChange={({ value }) => onChange(value ?? undefined)}
    />
  );
};
