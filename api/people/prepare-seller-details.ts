import type { Core } from '#/api/composition/core.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';

interface NewSellerInput {
  readonly platformId: string;
  readonly name: string;
  readonly email: string;
  /** CPF or CNPJ, unformatted. */
  readonly document: string;
}

/** Details of a new seller, with all payment methods and the platform's routes. */
export const prepareSellerDetails = async (
  { vault }: Pick<Core, 'vault'>,
  { platformId, name, email, document }: NewSellerInput,
): Promise<SellerDetails> => {
  const dataSubject = await vault.subjectFor({ platformId, email, document });
  return {
    platformId,
    identity: await vault.encrypt(dataSubject, 'fiscal', { name, document }),
    contact: await vault.encrypt(dataSubject, 'contact', { email }),
    pixEnabled: true,
    creditCardEnabled: true,
    billetEnabled: true,
    routes: {},
  };
};
