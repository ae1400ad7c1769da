import { definePolicy } from './policy.ts';

/**
 * Tells a seller by mail of a new PIX key for their withdrawals (people.154). Their own CPF or CNPJ needs no mail: no one else can
 * hold it.
 */
export const tellOfDestination = definePolicy('tell-of-destination', {
  DestinationDeclared: ({ id, data }) => {
    const { platformId, sellerId: personId, pixType, holder, at } = data;
    const isOwnDocument = holder === 'SELLER' && (pixType === 'CPF' || pixType === 'CNPJ');
    if (isOwnDocument) return [];
    const mail = {
      platformId,
      to: { kind: 'seller', personId },
      language: 'pt-BR',
      content: { template: 'new-destination', declaredAt: at },
      at,
    } as const;
    return [{ to: 'mail', id, command: { type: 'RequestMail', mail } }];
  },
});
