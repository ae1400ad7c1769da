import { z } from 'zod';
import type { AnticipationQuery } from '#/domain/ports/anticipation.ts';
import type { ReceiverWithdrawRequest, WithdrawResult } from '#/domain/ports/payout.ts';
import type {
  ReceiverAddress,
  ReceiverPartner,
  ReceiverPerson,
  ReceiverRequest,
  ReceiverResult,
  ReceiverStatus,
} from '#/domain/ports/receiver.ts';
import { startOfDay } from '#/domain/values/time.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import {
  endpoint,
  idempotencyKey,
  lookup,
  type ProviderContext,
} from '#/adapters/payments/kit/endpoint.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';
import type { Keys } from '#/adapters/payments/kit/keys.ts';
import { at } from '#/adapters/payments/kit/values/path-part.ts';
import type { StatusMap } from '#/adapters/payments/kit/status.ts';
import { explainNoPayout } from '#/adapters/payments/kit/payout.ts';

/** The receivers of Pagar.me's splits, and their payouts (acquirers.71, people.73). */

const recipient = z.object({ id: z.string().min(1), status: z.string() });
const balance = z.object({ available_amount: z.number().int() });
const withdrawal = z.object({
  id: z.coerce.string().min(1),
  amount: z.number().int(),
  status: z.string(),
});

const limit = z.object({
  amount: z.number().int(),
  fee: z.number().int(),
  anticipation_fee: z.number().int(),
});
const limits = z.object({ minimum: limit, maximum: limit });

const HOLDER_LENGTH_MAX = 30;

const bankAccountOf = ({ name, document, documentType, bankAccount }: ReceiverRequest) => ({
  holder_name: name.slice(0, HOLDER_LENGTH_MAX),
  holder_type: documentType === 'CPF' ? 'individual' : 'company',
  holder_document: document,
  bank: bankAccount.bankCode,
  branch_number: bankAccount.branchNumber,
  branch_check_digit: bankAccount.branchDigit || undefined,
  account_number: bankAccount.accountNumber,
  account_check_digit: bankAccount.accountDigit,
  type: bankAccount.accountType === 'CHECKING' ? 'checking' : 'savings',
});

/** Pagar.me requires a complement and a landmark. */
const addressOf = (address: ReceiverAddress) => ({
  street: address.address,
  complementary: address.complement ?? 'Sem complemento',
  street_number: address.number,
  neighborhood: address.district,
  city: address.city,
  state: address.state,
  zip_code: address.zipCode,
  reference_point: address.referencePoint ?? 'Sem ponto de referência',
});

const phonesOf = (phone: string) => [
  { ddd: phone.slice(0, 2), number: phone.slice(2), type: 'mobile' },
];

const personOf = ({ birthdate, occupation, motherName }: ReceiverPerson) => ({
  birthdate: birthdate.split('-').toReversed().join('/'),
  professional_occupation: occupation,
  ...(motherName !== undefined && { mother_name: motherName }),
});

const partnerOf = (partner: ReceiverPartner, context: ProviderContext<Keys>) => ({
  type: 'individual',
  name: partner.name,
  email: partner.email,
  document: partner.document,
  ...personOf(partner),
  monthly_income: Number(context.amount(partner.monthlyIncome)),
  self_declared_legal_representative: true,
  address: addressOf(partner.address),
  phone_numbers: phonesOf(partner.phone),
});

/** Identity and income (Circular BCB 3.978/20). @throws ProviderFailure `invalid` */
const registerOf = (request: ReceiverRequest, context: ProviderContext<Keys>) => {
  const { name, email, document, documentType, phone, monthlyRevenue, address } = request;
  const revenue = monthlyRevenue ?? refuse('Adquirente requer campo de renda mensal.');
  const common = {
    email,
    document,
    phone_numbers: phonesOf(phone),
  };
  const monthly = Number(context.amount(revenue));
  if (documentType === 'CPF') {
    const person = request.person ?? refuse('Adquirente requer data de nascimento e ocupação.');
    return {
      ...common,
      type: 'individual',
      name,
      ...personOf(person),
      monthly_income: monthly,
      address: addressOf(address),
    };
  }
  const { partners = [] } = request;
  if (partners.length === 0) refuse('Adquirente requer os dados do representante legal.');
  return {
    ...common,
    type: 'corporation',
    company_name: name,
    trading_name: name,
    annual_revenue: monthly * 12,
    main_address: addressOf(address),
    managing_partners: partners.map((partner) => partnerOf(partner, context)),
  };
};

/** A withdrawal is read under its recipient, so our id contains both ids. */
const withdrawalResult = (
  recipientId: string,
  { id, amount, status }: z.output<typeof withdrawal>,
  context: ProviderContext<Keys>,
): WithdrawResult => ({
  withdrawId: `${recipientId}/${id}`,
  status: context.withdrawStatus(status),
  amount: context.cents(amount),
});

const splitId = (withdrawId: string): readonly [recipientId: string, id: string] => {
  const [recipientId = '', id = ''] = withdrawId.split('/');
  return [recipientId, id];
};

const limitResult = (
  { amount, fee, anticipation_fee: anticipationFee }: z.output<typeof limit>,
  context: ProviderContext<Keys>,
) => ({
  amount: context.cents(amount),
  fee: context.cents(fee),
  anticipationFee: context.cents(anticipationFee),
});

/** `payment_date` is ISO 8601, as in v5. The reply has v4's shape, because v5 documents none. */
const getAnticipationLimits = lookup({
  path: ({ providerReceiverId }: AnticipationQuery) =>
    `${at('/recipients', providerReceiverId)}/bulk_anticipations/limits`,
  query: ({ timeframe, paymentDate }) => ({
    timeframe: timeframe.toLowerCase(),
    payment_date: startOfDay(paymentDate),
  }),
  reply: limits,
  result: ({ minimum, maximum }, context: ProviderContext<Keys>) => ({
    minimum: limitResult(minimum, context),
    maximum: limitResult(maximum, context),
  }),
});

export const pagarmeRecipients = (status: StatusMap<ReceiverStatus>) =>
  ({
    createReceiver: endpoint({
      method: 'POST',
      path: () => '/recipients',
      headers: ({ registrationId }: ReceiverRequest) => idempotencyKey(registrationId),
      body: (request, context: ProviderContext<Keys>) => ({
        code: request.registrationId,
        description: request.description,
        register_information: registerOf(request, context),
        default_bank_account: bankAccountOf(request),
        // Pagar.me pays out only when the platform requests it.
        transfer_settings: { transfer_enabled: false, transfer_interval: 'Daily', transfer_day: 0 },
      }),
      reply: recipient,
      result: (reply) => ({ providerReceiverId: reply.id, status: status(reply.status) }),
    }),
    getReceiver: async ({ providerReceiverId }, context): Promise<ReceiverResult | undefined> => {
      const path = at('/recipients', providerReceiverId);
      const reply = await context.find({ method: 'GET', path }, recipient);
      if (reply === undefined) return undefined;
      const funds = await context.call({ method: 'GET', path: `${path}/balance` }, balance);
      return {
        providerReceiverId: reply.id,
        status: status(reply.status),
        balance: context.cents(funds.available_amount),
      };
    },
    getAnticipationLimits,
    withdraw: {
      RECEIVER: endpoint({
        method: 'POST',
        path: ({ providerReceiverId }: ReceiverWithdrawRequest) =>
          `${at('/recipients', providerReceiverId)}/withdrawals`,
        explain: explainNoPayout,
        headers: ({ withdrawReference }) => idempotencyKey(withdrawReference),
        body: ({ amount, withdrawReference }, context: ProviderContext<Keys>) => ({
          amount: context.amount(amount),
          metadata: { code: withdrawReference },
        }),
        reply: withdrawal,
        result: (reply, context, { providerReceiverId }) =>
          withdrawalResult(providerReceiverId, reply, context),
      }),
    },
    getWithdraw: lookup({
      path: ({ withdrawId }: { readonly withdrawId: string }) => {
        const [recipientId, id] = splitId(withdrawId);
        return at(`${at('/recipients', recipientId)}/withdrawals`, id);
      },
      reply: withdrawal,
      result: (reply, context: ProviderContext<Keys>, { withdrawId }) =>
        withdrawalResult(splitId(withdrawId)[0], reply, context),
    }),
  }) satisfies ProviderOperations<Keys>;
