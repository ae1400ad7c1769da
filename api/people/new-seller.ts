import type { Core } from '#/api/composition/core.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';

interface NewSeller {
  readonly platformId: string;
  readonly name: string;
  readonly email: string;
  /** CPF or CNPJ, unformatted. */
  readonly document: string;
}

/** Returns the details of a new seller: every method on, by the routes of the platform. */
export const newSeller = async (
  { vault }: Pick<Core, 'vault'>,
  { platformId, name, email, document }: NewSeller,
): Promise<SellerDetails> => {
  const subject = await vault.subjectFor({ platformId, email, document });
  return {
    platformId,
    identity: await vault.encrypt(subject, 'fiscal', { name, document }),
    contact: await vault.encrypt(subject, 'contact', { email }),
    pixEnabled: true,
    creditCardEnabled: true,
    billetEnabled: true,
    routes: {},
  };
};
