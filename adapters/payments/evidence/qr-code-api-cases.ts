import { cents } from '#/domain/values/money.ts';
import type { NoticeCase, OperationCase } from './provider-cases.ts';
import { BR_CODE, pixCharge } from './samples.ts';

/** Requests as in acquirers.86; replies are inferred. */

const TXID = '7978c0c97ea847e78e8849634473c1f1';

const reply = (status: string) => ({ txId: TXID, status, valor: 19.9, pixCopiaECola: BR_CODE });

const transaction = {
  paymentMethod: 'PIX',
  transactionId: TXID,
  status: 'PENDING',
  amount: cents(1_990),
  pixCode: BR_CODE,
} as const;

const charge = {
  method: 'POST',
  path: '/GerarQRCode',
  headers: { authorization: 'Bearer sk_qr_code_for_tests' },
  json: {
    valor: 19.9,
    descricao: 'Um e-book',
    pagador: { cpf: '52998224725', nome: 'Fulano de Tal' },
  },
} as const;

const getRequest = { method: 'POST', path: '/consultaQRCode', json: { txId: TXID } } as const;

/** @param expiryFields the fields that state when a code expires, in our request and in our result */
const casesWith = (expiryFields: {
  readonly body?: object;
  readonly result?: object;
}): readonly OperationCase[] => {
  const charging = { ...charge, json: { ...charge.json, ...expiryFields.body } } as const;
  const pending = { ...transaction, ...expiryFields.result } as const;
  return [
    {
      name: 'charges a person by PIX',
      operation: 'createTransaction',
      input: pixCharge,
      exchanges: [{ request: charging, reply: { json: reply('ATIVA') } }],
      result: pending,
    },
    {
      name: 'charges a company by PIX, with a QR image in the reply',
      operation: 'createTransaction',
      input: {
        ...pixCharge,
        customer: { ...pixCharge.customer, document: '12ABC34501DE35', name: 'Empresa SA' },
      },
      exchanges: [
        {
          request: {
            ...charging,
            json: { ...charging.json, pagador: { cnpj: '12ABC34501DE35', nome: 'Empresa SA' } },
          },
          reply: { json: { ...reply('ATIVA'), qrCode: 'data:image/png;base64,iVBORw0KGgo=' } },
        },
      ],
      result: pending,
    },
    {
      name: 'reports a charge refused for invalid data',
      operation: 'createTransaction',
      input: pixCharge,
      exchanges: [{ request: charging, reply: { status: 400, json: { mensagem: 'valor' } } }],
      failure: { kind: 'invalid', mayHaveHappened: false },
    },
    {
      name: 'reads a paid charge',
      operation: 'getTransaction',
      input: { transactionId: TXID },
      exchanges: [{ request: getRequest, reply: { json: reply('CONCLUIDA') } }],
      result: { ...transaction, status: 'APPROVED' },
    },
    {
      name: 'returns undefined for an unknown charge',
      operation: 'getTransaction',
      input: { transactionId: TXID },
      exchanges: [{ request: getRequest, reply: { status: 404, json: {} } }],
      result: undefined,
    },
    {
      name: 'reports an unauthorised charge look-up',
      operation: 'getTransaction',
      input: { transactionId: TXID },
      exchanges: [{ request: getRequest, reply: { status: 401, json: {} } }],
      failure: { kind: 'unauthorized', mayHaveHappened: false },
    },
  ];
};

const notices: readonly NoticeCase[] = [
  {
    name: 'that a charge was paid',
    body: reply('CONCLUIDA'),
    says: [{ type: 'TRANSACTION', transactionId: TXID, status: 'APPROVED' }],
  },
  { name: 'about something else', body: { evento: 'TESTE' }, says: [] },
  { name: 'that is not JSON', body: 'none', says: 'unreadable' },
];

/** The cases of a member of this family. No member has documents of its own. */
export const memberWith = (expiryFields: Parameters<typeof casesWith>[0] = {}) =>
  ({
    account: (baseUrl: string) => ({ baseUrl, secretKey: 'sk_qr_code_for_tests' }),
    cases: casesWith(expiryFields),
    statuses: {
      reply,
      words: {
        ATIVA: 'PENDING',
        PENDENTE: 'PENDING',
        PROCESSANDO: 'PENDING',
        CONCLUIDA: 'APPROVED',
        CONFIRMADA: 'APPROVED',
        RECEBIDA: 'APPROVED',
        RECUSADA: 'REJECTED',
        CANCELADA: 'REJECTED',
        DEVOLVIDA: 'REFUNDED',
        'never heard of': 'REJECTED',
      },
    },
    notices,
  }) as const;
