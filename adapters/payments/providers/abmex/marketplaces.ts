import { createHash } from 'node:crypto';
import { z } from 'zod';
import { branchDigitOf } from '#/domain/brazil/banks.ts';
import type { ReceiverRequest } from '#/domain/ports/receiver.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup } from '#/adapters/payments/kit/endpoint.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';
import type { BothKeys } from '#/adapters/payments/kit/keys.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';

/** Abmex's receivers (acquirers.69, acquirers.112, people.69, people.72). */

const marketplace = z.object({ id: z.coerce.string(), created_at: z.string().nullish() });

/** The same for every marketplace (acquirers.112). */
const MARKETPLACE_PHONE = '11999999999';

/** Banks for a receiver's account. */
const SUPPORTED_BANKS = [
  '001 Banco do Brasil, 033 Santander, 036 Bradesco BBI, 041 Banrisul, 070 BRB, 077 Inter',
  '104 Caixa, 136 Unicred, 197 Stone, 204 Bradesco Cartões, 208 BTG Pactual, 212 Original',
  '218 BS2, 237 Bradesco, 246 ABC Brasil, 260 Nubank, 290 PagBank, 318 BMG, 323 Mercado Pago',
  '336 C6, 341 Itaú, 364 Efí, 380 PicPay, 403 Cora, 422 Safra, 655 Votorantim, 748 Sicredi',
  '756 Sicoob',
].flatMap((line) => line.split(', ').map((bank) => bank.slice(0, 3)));

/** Banks whose branch must have no check digit. */
const BANKS_WITHOUT_BRANCH_DIGIT = ['001', '036', '246', '204', '237'];

/** @throws ProviderFailure `invalid` (people.72) */
const bankOf = ({ bankAccount }: ReceiverRequest) => {
  const { bankCode: code, branchNumber: branch } = bankAccount;
  const hasDigit =
    BANKS_WITHOUT_BRANCH_DIGIT.includes(code) && branchDigitOf(bankAccount) !== undefined;
  if (hasDigit || !SUPPORTED_BANKS.includes(code)) refuse('Banco não suportado, tente outro.');
  const { accountNumber: account, accountDigit: account_digit, accountType } = bankAccount;
  const account_type = accountType === 'CHECKING' ? 'current' : 'savings';
  return { code, branch, account, account_digit, account_type };
};

/** Abmex requires a price range; a retry must send the same (acquirers.112). */
const priceRangeOf = ({ registrationId }: ReceiverRequest): number =>
  50 + (createHash('sha256').update(registrationId).digest().readUInt32BE() % 149_951);

const marketplaceBody = (request: ReceiverRequest) => {
  const { documentType, document, name, email, description, address, registrationId } = request;
  if (documentType === 'CPF') return refuse('Adquirente não aceita CPF');
  const { zipCode, address: street, number, district, city, state } = address;
  return {
    external_id: registrationId,
    name,
    document,
    email,
    description,
    phone: MARKETPLACE_PHONE,
    price_range: priceRangeOf(request),
    bank: bankOf(request),
    // We know no other field of an address at Abmex.
    address: { zipCode, address: street, number, district, city, state },
  };
};

const receiverResult = ({ id, created_at }: z.output<typeof marketplace>) => ({
  providerReceiverId: id,
  status: created_at ? ('ACTIVE' as const) : ('PENDING' as const),
});

export const abmexMarketplaces: Pick<
  ProviderOperations<BothKeys>,
  'createReceiver' | 'getReceiver'
> = {
  createReceiver: endpoint({
    method: 'POST',
    path: () => '/marketplaces',
    body: marketplaceBody,
    reply: marketplace,
    result: receiverResult,
  }),
  getReceiver: lookup({
    path: ({ providerReceiverId }: { readonly providerReceiverId: string }) =>
      `/marketplaces/${pathPart(providerReceiverId)}`,
    reply: marketplace,
    result: receiverResult,
  }),
};
