import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Select } from '#/web/ui/fields/select.tsx';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { sellersQuery } from './acquiring-queries.ts';
import { sellerOptions } from './seller-options.ts';

const SellerById = lazy(() => import('./seller-by-id.tsx'));

/** The value of the option "another seller"; no seller has this id. */
const OTHER = '?';

interface SellerChoiceProps {
  readonly sellerId: string | undefined;
  readonly onSeller: (sellerId: string | undefined) => void;
  readonly listsSellers: boolean;
}

/** Chooses whose routes are shown: those of the platform, of a seller with sales, or of a seller by id. */
export const SellerChoice = ({ sellerId, onSeller, listsSellers }: SellerChoiceProps) => {
  const texts = useAcquiringTexts();
  const sellers = useQuery({ ...sellersQuery, enabled: listsSellers }).data?.items ?? [];
  const [isOtherChosen, setOtherChosen] = useState(false);
  const listed = sellerOptions(sellers);
  const isListed = sellerId === undefined || listed.some(({ value }) => value === sellerId);
  const isById = isOtherChosen || !isListed;
  const choose = (value: string | null) => {
    setOtherChosen(value === OTHER);
    if (value !== OTHER) onSeller(value ?? undefined);
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label={texts.scope}
        className="w-72 max-w-full"
        value={isById ? OTHER : (sellerId ?? null)}
        options={[
          { value: null, label: texts.platform },
          ...listed,
          { value: OTHER, label: texts.otherSeller },
        ]}
        onChange={choose}
      />
      {isById && (
        <Suspense fallback={null}>
          <SellerById sellerId={isListed ? '' : sellerId} onSeller={choose} />
        </Suspense>
      )}
    </div>
  );
};
