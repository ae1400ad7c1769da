import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { sellersQuery } from './acquiring-queries.ts';

const OTHER = '?';

interface SellerChoiceProps {
  readonly sellerId: string | undefined;
  readonly onSeller: (sellerId: string | undefined) => void;
  readonly listsSellers: boolean;
}

/** Chooses whose routes to edit: the platform's, those of a seller with sales, or of any seller by id. */
export const SellerChoice = ({ sellerId, onSeller, listsSellers }: SellerChoiceProps) => {
  const { acquiring: texts } = useTexts();
  const sellers = useQuery({ ...sellersQuery, enabled: listsSellers }).data?.items ?? [];
  const [wantsOther, setWantsOther] = useState(false);
  const known = sellers.map((seller) => ({
    value: seller.sellerId,
    label: seller.sellerName ?? seller.sellerId,
  }));
  const isListed = sellerId === undefined || known.some(({ value }) => value === sellerId);
  const isById = wantsOther || !isListed;
  const choose = (value: string | null) => {
    setWantsOther(value === OTHER);
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
          ...known,
          { value: OTHER, label: texts.otherSeller },
        ]}
        onChange={choose}
      />
      {isById && <ById sellerId={isListed ? '' : sellerId} onSeller={choose} />}
    </div>
  );
};

interface ByIdProps {
  readonly sellerId: string;
  readonly onSeller: (sellerId: string) => void;
}

const ById = ({ sellerId, onSeller }: ByIdProps) => {
  const { acquiring: texts } = useTexts();
  const [typed, setTyped] = useState(sellerId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed.trim() !== '') onSeller(typed.trim());
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field label={texts.sellerId}>
        {(control) => (
          <TextInput
            {...control}
            value={typed}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Button type="submit">{texts.openSeller}</Button>
    </form>
  );
};
