import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import type { Address, TransactionResult } from '#/domain/ports/payment-provider.ts';
import type { Contact, Identity } from '#/domain/sealed.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { Ports } from './policy.ts';
import { offered, outcomeOf } from './provider-outcome.ts';

/** What only the buyer's own request can say; the token is used once and kept nowhere. */
export interface BuyersPart {
  readonly identity: Identity;
  readonly contact: Contact;
  readonly address?: Address;
  readonly cardToken?: string;
  readonly cardId?: string;
}

/** The provider's word on a charge as commands. */
export const heardOfPayment = (
  result: TransactionResult,
  noticeId: string,
  now: Timestamp,
): readonly PaymentCommand[] => [
  {
    type: 'RecordSubmission',
    transactionId: result.transactionId,
    pixCode: result.pixCode ?? null,
    billetCode: result.billetCode ?? null,
    billetUrl: result.billetUrl ?? null,
    cardBrand: result.cardBrand ?? null,
    cardLastDigits: result.cardLastDigits ?? null,
    expiresAt: result.expiresAt ?? null,
    now,
  },
  {
    type: 'RecordProviderStatus',
    status: result.status,
    noticeId,
    cause: result.refusal ?? null,
    endToEndId: result.endToEndId ?? null,
    now,
  },
];

/** Charges at the provider; the payment's id is its idempotency key, so charging again is safe. */
export const submitPayment = async (
  paymentId: string,
  payment: PaymentRequestedData,
  buyer: BuyersPart,
  { providers, webhookUrl, now }: Ports,
): Promise<readonly PaymentCommand[]> => {
  const { provider, platformId, expiresAt, method, typeProduct, title } = payment;
  const { identity, contact, address, cardToken, cardId } = buyer;
  const outcome = await outcomeOf(async () =>
    offered((await providers(provider, platformId)).createTransaction)({
      orderId: paymentId,
      paymentMethod: method,
      amount: payment.amount,
      currency: payment.currency,
      description: title,
      items: payment.lines.map((line) => ({
        id: line.id,
        title: line.title,
        unitPrice: line.amount,
        quantity: 1,
        tangible: typeProduct === 'FISICO' && line.kind !== 'INTEREST',
      })),
      customer: {
        name: identity.name,
        document: identity.document,
        email: contact.email,
        phone: contact.phone ?? SYNTHETIC_PHONE,
      },
      installments: payment.installments,
      webhookUrl: webhookUrl(provider, platformId),
      ...(address && { address }),
      ...(cardToken !== undefined && { cardToken }),
      ...(cardId !== undefined && { cardId }),
      ...(expiresAt !== null && { expiresAt }),
    }),
  );
  switch (outcome.kind) {
    case 'answered':
      return heardOfPayment(outcome.result, 'submission', now());
    case 'declined': {
      const { cause } = outcome;
      const word = { status: 'REJECTED', noticeId: 'submission', cause, endToEndId: null } as const;
      return [{ type: 'RecordProviderStatus', ...word, now: now() }];
    }
    case 'unknown':
      return [{ type: 'RecordUnanswered', failure: outcome.failure, now: now() }];
  }
};
