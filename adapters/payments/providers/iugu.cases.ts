import { cents } from '#/domain/values/money.ts';
import type { ReceiverRequest } from '#/domain/ports/receiver.ts';
import { disputes } from '#/adapters/payments/evidence/iugu-disputes-cases.ts';
import * as invoices from '#/adapters/payments/evidence/iugu-invoices-cases.ts';
import { refunds } from '#/adapters/payments/evidence/iugu-refund-cases.ts';
import { boletos } from '#/adapters/payments/evidence/iugu-boleto-cases.ts';
import { providerCases, type OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import { ORDER_ID, receiver } from '#/adapters/payments/evidence/samples.ts';
import { iugu } from './iugu.ts';

const ACCOUNT_ID = 'AC00000000000000000000000000000A';
const AUTHORIZATION = 'what iugu was given';

const accountExchange = {
  request: {
    method: 'POST',
    path: '/marketplace/create_account',
    json: { name: 'Loja do Fulano Ltda' },
  },
  reply: {
    json: {
      account_id: ACCOUNT_ID,
      name: 'Loja do Fulano Ltda',
      live_api_token: 'live_token_of_receiver',
      test_api_token: 'test_token_of_receiver',
      user_token: 'user_token_of_receiver',
    },
  },
} as const;

const fileOnWire = (name: string): string =>
  `data:image/png;name=${name};base64,${Buffer.from(`the bytes of ${name}`).toString('base64')}`;

const filesOnWire = {
  identification: fileOnWire('document.png'),
  selfie: fileOnWire('person.png'),
  address_proof: fileOnWire('address.png'),
  balance_sheet: fileOnWire('balance.png'),
};

const verificationRequest = (holder: object, bank: object, files: object) => ({
  method: 'POST' as const,
  path: `/accounts/${ACCOUNT_ID}/request_verification`,
  headers: {
    authorization: `Basic ${Buffer.from('user_token_of_receiver:').toString('base64')}`,
  },
  json: {
    data: {
      price_range: 'Mais que R$ 500,00',
      physical_products: false,
      business_type: 'Loja do Fulano',
      ...holder,
      address: 'Avenida Paulista, 1000',
      cep: '01310-100',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      telephone: '11912345678',
      bank_cc: '123456-7',
      ...bank,
      automatic_transfer: true,
    },
    files,
  },
});

const companyVerification = verificationRequest(
  {
    person_type: 'Pessoa Jurídica',
    cnpj: '11444777000161',
    company_name: 'Loja do Fulano Ltda',
  },
  { bank: 'Itaú', bank_ag: '1234', account_type: 'Corrente' },
  { ...filesOnWire, social_contract: fileOnWire('contract.png') },
);

const person: ReceiverRequest = {
  ...receiver,
  documentType: 'CPF',
  document: '52998224725',
  bankAccount: {
    ...receiver.bankAccount,
    bankCode: '001',
    branchDigit: 'x',
    accountType: 'SAVINGS',
  },
};

const personVerification = verificationRequest(
  { person_type: 'Pessoa Física', cpf: '52998224725', name: 'Loja do Fulano Ltda' },
  { bank: 'Banco do Brasil', bank_ag: '1234-X', account_type: 'Poupança' },
  filesOnWire,
);

const verificationReply = { json: { id: 'verification-1', account_id: ACCOUNT_ID } };
const pendingReceiver = {
  providerReceiverId: ACCOUNT_ID,
  status: 'PENDING',
  receiverToken: 'live_token_of_receiver',
} as const;

const invalid = { kind: 'invalid', mayHaveHappened: false } as const;

const { bankAccount, files } = receiver;
const withFiles = (submitted: ReceiverRequest['files']): ReceiverRequest => ({
  ...receiver,
  files: submitted,
});
const { photoDocument: _document, ...noDocument } = files;
const { photoPersonWithDocument: _person, ...noPerson } = files;
const { addressProof: _proof, ...noProof } = files;
const { balanceSheet: _sheet, ...noSheet } = files;
const { photoDocumentSocialContract: _contract, ...noContract } = files;

const invalidRegistrations: readonly (readonly [text: string, input: ReceiverRequest])[] = [
  ['Foto do documento é obrigatória.', withFiles(noDocument)],
  ['Foto do documento com pessoa é obrigatória.', withFiles(noPerson)],
  ['Comprovante de endereço é obrigatório.', withFiles(noProof)],
  ['Balanço patrimonial é obrigatório.', withFiles(noSheet)],
  ['Contrato social é obrigatório.', withFiles(noContract)],
  [
    'Banco não suportado, tente outro.',
    { ...receiver, bankAccount: { ...bankAccount, bankCode: '999' } },
  ],
];

const registrations: readonly OperationCase[] = [
  {
    operation: 'createReceiver',
    name: 'creates an account for a company, and requests its verification',
    input: receiver,
    exchanges: [accountExchange, { request: companyVerification, reply: verificationReply }],
    result: pendingReceiver,
  },
  {
    operation: 'createReceiver',
    name: 'creates an account for a person, at a bank whose branches have a digit',
    input: person,
    exchanges: [accountExchange, { request: personVerification, reply: verificationReply }],
    result: pendingReceiver,
  },
  {
    operation: 'createReceiver',
    name: 'reports a receiver as rejected when the request for its verification is refused',
    input: receiver,
    exchanges: [
      accountExchange,
      { request: companyVerification, reply: { status: 422, json: { errors: 'bank_ag' } } },
    ],
    result: { ...pendingReceiver, status: 'REJECTED' },
  },
  ...invalidRegistrations.map(([text, input]): OperationCase => ({
    operation: 'createReceiver',
    name: `rejects a registration with the message: ${text}`,
    input,
    exchanges: [],
    failure: { ...invalid, text },
  })),
];

const readAccount = { method: 'GET', path: `/accounts/${ACCOUNT_ID}` } as const;
const lookingUp = { operation: 'getReceiver', input: { providerReceiverId: ACCOUNT_ID } } as const;

const accountOf = (parts: object) => ({
  id: ACCOUNT_ID,
  name: 'Loja do Fulano Ltda',
  'can_receive?': false,
  'is_verified?': false,
  last_verification_request_status: null,
  balance: 'R$ 1.234,56',
  informations: [],
  ...parts,
});

const receiverLookUp = (
  how: string,
  parts: object,
  status: 'PENDING' | 'ACTIVE' | 'REJECTED',
): OperationCase => ({
  ...lookingUp,
  name: `looks up a receiver that ${how}`,
  exchanges: [{ request: readAccount, reply: { json: accountOf(parts) } }],
  result: { providerReceiverId: ACCOUNT_ID, status, balance: cents(123_456) },
});

const lookups: readonly OperationCase[] = [
  receiverLookUp(
    'can receive',
    { 'can_receive?': true, last_verification_request_status: 'accepted' },
    'ACTIVE',
  ),
  receiverLookUp('is being verified', { last_verification_request_status: 'pending' }, 'PENDING'),
  receiverLookUp(
    'failed its verification',
    { last_verification_request_status: 'rejected' },
    'REJECTED',
  ),
  {
    ...lookingUp,
    name: 'looks up a receiver with a negative balance',
    exchanges: [
      {
        request: readAccount,
        reply: {
          json: accountOf({ 'can_receive?': undefined, can_receive: true, balance: 'R$ -5,00' }),
        },
      },
    ],
    result: { providerReceiverId: ACCOUNT_ID, status: 'ACTIVE', balance: cents(-500) },
  },
  {
    ...lookingUp,
    name: 'returns undefined for an unknown receiver',
    exchanges: [{ request: readAccount, reply: { status: 404, json: {} } }],
    result: undefined,
  },
  {
    ...lookingUp,
    name: 'reports an unauthorised receiver look-up',
    exchanges: [{ request: readAccount, reply: { status: 401, json: {} } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];

const triggerBody = (event: string, status?: string): string =>
  new URLSearchParams({
    event,
    'data[id]': invoices.INVOICE_ID,
    'data[account_id]': ACCOUNT_ID,
    ...(status !== undefined && { 'data[status]': status }),
  }).toString();

const authorised = { headers: { authorization: AUTHORIZATION } } as const;
const invoiceOfNotice = { type: 'TRANSACTION', transactionId: invoices.INVOICE_ID } as const;

export const iuguCases = providerCases({
  provider: iugu,
  account: (baseUrl) => ({
    baseUrl,
    slipsBaseUrl: baseUrl,
    publicKey: 'account_of_tests',
    secretKey: 'api_token_for_tests',
    webhookAuthorization: AUTHORIZATION,
  }),
  cases: [
    ...invoices.charges,
    ...invoices.getTransactionCases,
    ...refunds,
    ...boletos,
    ...invoices.cards,
    ...registrations,
    ...lookups,
    ...disputes,
  ],
  statuses: {
    reply: (word) => invoices.invoiceOf({ status: word }),
    words: {
      draft: 'PENDING',
      pending: 'PENDING',
      in_analysis: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      paid: 'APPROVED',
      externally_paid: 'PENDING',
      canceled: 'REJECTED',
      expired: 'REJECTED',
      refunded: 'REFUNDED',
      in_protest: 'CHARGEBACK',
      chargeback: 'CHARGEBACK',
      'never heard of': 'REJECTED',
    },
  },
  notices: [
    {
      ...authorised,
      name: 'that an invoice was paid',
      body: triggerBody('invoice.status_changed', 'paid'),
      says: [{ ...invoiceOfNotice, status: 'APPROVED' }],
    },
    {
      ...authorised,
      name: 'that an invoice was refunded, with our order id',
      body: `${triggerBody('invoice.refund', 'refunded')}&data%5Border_id%5D=${ORDER_ID}`,
      says: [{ ...invoiceOfNotice, orderId: ORDER_ID, status: 'REFUNDED' }],
    },
    {
      ...authorised,
      name: 'without an invoice status',
      body: triggerBody('invoice.due'),
      says: [],
    },
    {
      ...authorised,
      name: 'about a receiver’s verification',
      body: triggerBody('referrals.verification', 'accepted'),
      says: [],
    },
    { ...authorised, name: 'that is not a form', body: { event: 'invoice.due' }, says: [] },
    {
      name: 'without an authorization header',
      body: triggerBody('invoice.status_changed', 'paid'),
      says: 'unauthorized',
    },
    {
      headers: { authorization: 'another' },
      name: 'with a wrong authorization header',
      body: triggerBody('invoice.status_changed', 'paid'),
      says: 'unauthorized',
    },
  ],
});
