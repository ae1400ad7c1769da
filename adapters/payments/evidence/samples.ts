import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import { cents } from '#/domain/values/money.ts';
import type { CardData } from '#/domain/ports/card.ts';
import type { TransactionRequest } from '#/domain/ports/charge.ts';
import type {
  BankWithdrawRequest,
  PixWithdrawRequest,
  ReceiverWithdrawRequest,
} from '#/domain/ports/payout.ts';
import type { RefundRequest } from '#/domain/ports/refund.ts';
import type { ReceiverRequest } from '#/domain/ports/receiver.ts';

/** The time of the clock in all cases. */
export const CASES_AT = '2026-11-20T12:00:00.000Z';

export const ORDER_ID = '0f6b1f0c-6d0e-4d3a-9a53-2b1a5f3f9c11';
export const WITHDRAWAL_ID = '5a1d7c54-8f5e-4f0e-8f43-7d6a0b6f2c22';
export const REFUND_ID = '8c2e4f6a-1b3d-4c5e-9f70-6a5b4c3d2e33';
export const WEBHOOK_URL = 'https://razao.example/api/webhooks/provider';
export const BR_CODE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
export const BOLETO_LINE = '34191754622461578123441234510000383840000003090';

/** The attempt that is recorded before a call is sent. Its deadline never passes in a test. */
export const attempt: AttemptToSend = {
  attemptId: '3d9a7c15-2e4b-4f86-9a07-1c5e8b2d6f44',
  deadline: '2100-01-01T00:00:00.000Z',
};

/** R$ 19,90, one item, no expiry. */
export const pixCharge: TransactionRequest = {
  orderId: ORDER_ID,
  paymentMethod: 'PIX',
  amount: cents(1_990),
  currency: 'BRL',
  description: 'Um e-book',
  items: [
    {
      id: 'offer-1',
      title: 'Um e-book',
      unitPrice: cents(1_990),
      quantity: 1,
      tangible: false,
    },
  ],
  customer: {
    name: 'Fulano de Tal',
    email: 'fulano@example.com',
    document: '52998224725',
    phone: '11912345678',
  },
  installments: 1,
  webhookUrl: WEBHOOK_URL,
  attempt,
};

export const address = {
  zipCode: '01310100',
  address: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
} as const;

export const boletoCharge: TransactionRequest = { ...pixCharge, paymentMethod: 'BILLET', address };

export const cardCharge: TransactionRequest = {
  ...pixCharge,
  paymentMethod: 'CREDIT_CARD',
  cardToken: 'tok_for_tests',
  installments: 3,
  address,
};

export const card: CardData = {
  cardNumber: '4111111111111111',
  holderName: 'Fulano de Tal',
  holderDocument: '52998224725',
  expMonth: '12',
  expYear: '30',
  // Differs from every id in the cases: a simulator would take an equal value for that id.
  cvv: '737',
};

export const refundOf = (transactionId: string): RefundRequest => ({
  transactionId,
  refundId: REFUND_ID,
  amount: cents(1_990),
  attempt,
});

const anyWithdrawal = {
  withdrawReference: WITHDRAWAL_ID,
  amount: cents(1_990),
  document: '52998224725',
  name: 'Fulano de Tal',
  description: 'Saque',
  webhookUrl: WEBHOOK_URL,
  attempt,
};

export const pixWithdrawal: PixWithdrawRequest = {
  ...anyWithdrawal,
  paymentMethod: 'PIX',
  pixKey: '52998224725',
  pixType: 'CPF',
};

export const bankWithdrawal: BankWithdrawRequest = {
  ...anyWithdrawal,
  paymentMethod: 'BANK_ACCOUNT',
  bankCode: '341',
  branchNumber: '1234',
  accountNumber: '123456',
  accountHolder: 'Fulano de Tal',
  accountDocument: '52998224725',
};

export const receiverWithdrawal: ReceiverWithdrawRequest = {
  ...anyWithdrawal,
  paymentMethod: 'RECEIVER',
  providerReceiverId: 're_1',
};

const file = (name: string) => ({
  name,
  contentType: 'image/png',
  bytes: Buffer.from(`the bytes of ${name}`),
});

export const receiver: ReceiverRequest = {
  registrationId: 'seller-1',
  attempt,
  name: 'Loja do Fulano Ltda',
  document: '11444777000161',
  documentType: 'CNPJ',
  email: 'loja@example.com',
  phone: '11912345678',
  description: 'Loja do Fulano',
  bankAccount: {
    bankCode: '341',
    branchNumber: '1234',
    branchDigit: '0',
    accountNumber: '123456',
    accountDigit: '7',
    accountType: 'CHECKING',
  },
  address,
  monthlyRevenue: cents(1_000_000),
  partners: [
    {
      name: 'Fulano de Tal',
      document: '52998224725',
      email: 'fulano@example.com',
      phone: '11912345678',
      birthdate: '1980-01-31',
      occupation: 'Comerciante',
      monthlyIncome: cents(800_000),
      address: { ...address, complement: 'apto 12', referencePoint: 'MASP' },
    },
  ],
  files: {
    photoDocument: file('document.png'),
    photoPersonWithDocument: file('person.png'),
    photoDocumentSocialContract: file('contract.png'),
    addressProof: file('address.png'),
    balanceSheet: file('balance.png'),
  },
};
