import type { DestinationItem } from '#/api/contract/payouts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useDestinationTexts } from './destination-texts.ts';

/** Returns what a destination is called: its kind, its masked key, and whose it is if another's. */
export const useDestinationName = (): ((
  destination: Pick<DestinationItem, 'pixType' | 'pixKey' | 'holderName'>,
) => string) => {
  const { finance } = useTexts();
  const texts = useDestinationTexts();
  return ({ pixType, pixKey, holderName }) => {
    if (pixKey === null) return texts.erased;
    const key = `${finance.keyType[pixType]} ${pixKey}`;
    return holderName === null ? key : `${key} ${texts.of(holderName)}`;
  };
};
