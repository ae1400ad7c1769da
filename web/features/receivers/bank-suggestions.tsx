import { useEffect, useState } from 'react';
import { BANKS_ID } from './receiver-fields.ts';

/** One list for all bank fields. The names load after the form, which works without them. */
export const BankSuggestions = () => {
  const [banks, setBanks] = useState<readonly (readonly [string, string])[]>([]);
  useEffect(() => {
    void import('./bank-names.ts')
      .then(({ bankNames }) => setBanks(bankNames))
      .catch(() => undefined);
  }, []);
  return (
    <datalist id={BANKS_ID}>
      {banks.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </datalist>
  );
};
