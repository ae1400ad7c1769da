import { useEffect, useState } from 'react';
import { BANKS_ID } from './receiver-fields.ts';

/** The list of banks, rendered once for all fields that suggest banks. It loads late, as the form works without it. */
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
