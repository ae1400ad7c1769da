import { unproven } from './common-cases.ts';
import { cents } from '#/domain/values/money.ts';
import { invalid, no, isUnauthorised, unauthorised } from './pagarme-orders.ts';
import type { OperationCase } from './provider-cases.ts';
import { receiver, receiverWithdrawal, WITHDRAWAL_ID } from './samples.ts';

const addressOnWire = {
  street: 'Avenida Paulista',
  complementary: 'Sem complemento',
  street_number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  zip_code: '01310100',
  reference_point: 'Sem ponto de referência',
};
const phones = [{ ddd: '11', number: '912345678', type: 'mobile' }];
const bankAccount = {
  holder_name: 'Loja do Fulano Ltda',
  holder_type: 'company',
  holder_document: '11444777000161',
  bank: '341',
  branch_number: '1234',
  branch_check_digit: '0',
  account_number: '123456',
  account_check_digit: '7',
  type: 'checking',
};
const registering = (register: object, account: object) => ({
  method: 'POST' as const,
  path: '/recipients',
  headers: { 'idempotency-key': 'seller-1' },
  json: {
    code: 'seller-1',
    description: 'Loja do Fulano',
    register_information: {
      email: 'loja@example.com',
      phone_numbers: phones,
      ...register,
    },
    default_bank_account: account,
    transfer_settings: { transfer_enabled: false, transfer_interval: 'Daily', transfer_day: 0 },
  },
});
const company = registering(
  {
    document: '11444777000161',
    type: 'corporation',
    company_name: 'Loja do Fulano Ltda',
    trading_name: 'Loja do Fulano Ltda',
    annual_revenue: 12_000_000,
    main_address: addressOnWire,
    managing_partners: [
      {
        type: 'individual',
        name: 'Fulano de Tal',
        email: 'fulano@example.com',
        document: '52998224725',
        birthdate: '31/01/1980',
        professional_occupation: 'Comerciante',
        monthly_income: 800_000,
        self_declared_legal_representative: true,
        address: { ...addressOnWire, complementary: 'apto 12', reference_point: 'MASP' },
        phone_numbers: phones,
      },
    ],
  },
  bankAccount,
);
const person = registering(
  {
    document: '52998224725',
    type: 'individual',
    name: 'Fulano de Tal',
    birthdate: '31/12/1990',
    professional_occupation: 'Professor',
    mother_name: 'Beltrana de Tal',
    monthly_income: 1_000_000,
    address: addressOnWire,
  },
  {
    ...bankAccount,
    holder_name: 'Fulano de Tal',
    holder_type: 'individual',
    holder_document: '52998224725',
  },
);
const { monthlyRevenue: _, ...receiverWithoutRevenue } = receiver;
const { partners: __, ...receiverWithoutPartners } = receiver;
const personReceiver = {
  ...receiverWithoutPartners,
  documentType: 'CPF',
  document: '52998224725',
  name: 'Fulano de Tal',
} as const;
const recipientOf = (status: string) => ({
  id: 're_1',
  name: 'Loja do Fulano Ltda',
  status,
  gateway_recipients: [{ gateway: 'pagarme', status }],
});

const readRecipient = { method: 'GET', path: '/recipients/re_1' } as const;
const readBalance = { method: 'GET', path: '/recipients/re_1/balance' } as const;
const lookingUp = { operation: 'getReceiver', input: { providerReceiverId: 're_1' } } as const;

const statusCase = (word: string, status: 'PENDING' | 'ACTIVE' | 'REJECTED'): OperationCase => ({
  ...lookingUp,
  name: `reads a recipient with the status "${word}" as ${status}, with its balance`,
  exchanges: [
    { request: readRecipient, reply: { json: recipientOf(word) } },
    {
      request: readBalance,
      reply: { json: { currency: 'BRL', available_amount: 1990, waiting_funds_amount: 5 } },
    },
  ],
  result: { providerReceiverId: 're_1', status, balance: cents(1_990) },
});

export const recipients: readonly OperationCase[] = [
  {
    operation: 'createReceiver',
    name: 'registers a company',
    input: receiver,
    exchanges: [{ request: company, reply: { json: recipientOf('registration') } }],
    result: { providerReceiverId: 're_1', status: 'PENDING' },
  },
  {
    operation: 'createReceiver',
    name: 'registers a person',
    input: {
      ...personReceiver,
      person: {
        birthdate: '1990-12-31',
        occupation: 'Professor',
        motherName: 'Beltrana de Tal',
      },
    },
    exchanges: [{ request: person, reply: { json: recipientOf('active') } }],
    result: { providerReceiverId: 're_1', status: 'ACTIVE' },
  },
  {
    operation: 'createReceiver',
    name: 'rejects a receiver without a monthly income',
    input: receiverWithoutRevenue,
    exchanges: [],
    failure: { ...invalid, text: 'Adquirente requer campo de renda mensal.' },
  },
  {
    operation: 'createReceiver',
    name: 'rejects a person without a date of birth and an occupation',
    input: personReceiver,
    exchanges: [],
    failure: { ...invalid, text: 'Adquirente requer data de nascimento e ocupação.' },
  },
  {
    operation: 'createReceiver',
    name: 'rejects a company without a legal representative',
    input: receiverWithoutPartners,
    exchanges: [],
    failure: { ...invalid, text: 'Adquirente requer os dados do representante legal.' },
  },
  {
    operation: 'createReceiver',
    name: 'reports a registration refused for invalid data',
    input: receiver,
    exchanges: [{ request: company, reply: no }],
    failure: invalid,
  },
  statusCase('active', 'ACTIVE'),
  statusCase('affiliation', 'PENDING'),
  statusCase('registration', 'PENDING'),
  statusCase('refused', 'REJECTED'),
  statusCase('suspended', 'REJECTED'),
  statusCase('blocked', 'REJECTED'),
  statusCase('inactive', 'REJECTED'),
  statusCase('never heard of', 'REJECTED'),
  {
    ...lookingUp,
    name: 'returns undefined for an unknown recipient',
    exchanges: [{ request: readRecipient, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    ...lookingUp,
    name: 'reports an unauthorised recipient look-up',
    exchanges: [{ request: readRecipient, reply: unauthorised }],
    failure: isUnauthorised,
  },
];

export const withdrawalOf = (status: string) => ({ id: 480, amount: 1990, status, fee: 367 });
const withdrawing = { operation: 'withdraw', input: receiverWithdrawal } as const;
const withdrawalRequest = {
  method: 'POST',
  path: '/recipients/re_1/withdrawals',
  headers: { 'idempotency-key': WITHDRAWAL_ID },
  json: { amount: 1990, metadata: { code: WITHDRAWAL_ID } },
} as const;
const readingWithdrawal = { operation: 'getWithdraw', input: { withdrawId: 're_1/480' } } as const;
const readWithdrawal = { method: 'GET', path: '/recipients/re_1/withdrawals/480' } as const;
const withdrawalResult = { withdrawId: 're_1/480', amount: cents(1_990) };

export const withdrawals: readonly OperationCase[] = [
  {
    ...withdrawing,
    name: 'pays out to a recipient',
    exchanges: [{ request: withdrawalRequest, reply: { json: withdrawalOf('pending_transfer') } }],
    result: { ...withdrawalResult, status: 'PENDING' },
  },
  {
    ...withdrawing,
    name: 'reports a payout refused for invalid data',
    exchanges: [{ request: withdrawalRequest, reply: no }],
    failure: unproven,
  },
  {
    ...readingWithdrawal,
    name: 'looks up a payout by recipient and id',
    exchanges: [{ request: readWithdrawal, reply: { json: withdrawalOf('transferred') } }],
    result: { ...withdrawalResult, status: 'APPROVED' },
  },
  {
    ...readingWithdrawal,
    name: 'reports an unauthorised payout look-up',
    exchanges: [{ request: readWithdrawal, reply: unauthorised }],
    failure: isUnauthorised,
  },
];

const askingLimits = {
  operation: 'getAnticipationLimits',
  input: { providerReceiverId: 're_1', timeframe: 'START', paymentDate: '2026-11-30' },
} as const;
const readLimits = {
  method: 'GET',
  path: '/recipients/re_1/bulk_anticipations/limits',
  query: { timeframe: 'start', payment_date: '2026-11-30T03:00:00.000Z' },
} as const;
const limitsReply = {
  maximum: { amount: 1_923_458, anticipation_fee: 36_281, fee: 124_924 },
  minimum: { amount: 9, anticipation_fee: 0, fee: 1 },
};

export const anticipations: readonly OperationCase[] = [
  {
    ...askingLimits,
    name: 'returns the anticipation limits of the earliest receivables',
    exchanges: [{ request: readLimits, reply: { json: limitsReply } }],
    result: {
      minimum: { amount: cents(9), anticipationFee: cents(0), fee: cents(1) },
      maximum: { amount: cents(1_923_458), anticipationFee: cents(36_281), fee: cents(124_924) },
    },
  },
  {
    ...askingLimits,
    name: 'returns the anticipation limits of the latest receivables',
    input: { ...askingLimits.input, timeframe: 'END' },
    exchanges: [
      {
        request: { ...readLimits, query: { ...readLimits.query, timeframe: 'end' } },
        reply: { json: { ...limitsReply, maximum: limitsReply.minimum } },
      },
    ],
    result: {
      minimum: { amount: cents(9), anticipationFee: cents(0), fee: cents(1) },
      maximum: { amount: cents(9), anticipationFee: cents(0), fee: cents(1) },
    },
  },
  {
    ...askingLimits,
    name: 'returns undefined for the anticipation limits of an unknown recipient',
    exchanges: [{ request: readLimits, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    ...askingLimits,
    name: 'reports refused anticipation limits as invalid',
    exchanges: [{ request: readLimits, reply: no }],
    failure: invalid,
  },
];
