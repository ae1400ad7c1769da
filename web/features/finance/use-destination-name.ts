import type { DestinationItem } from '#/api/contract/payouts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useDestinationTexts } from './destination-texts.ts';

/** Returns the kind of key, the masked key and any holder who is not the seller; or that the key was erased. */
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
