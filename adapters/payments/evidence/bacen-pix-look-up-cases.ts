import { cents, type Cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { KEY } from './bacen-pix-notice-cases.ts';
import type { OperationCase } from './provider-cases.ts';

/** Replies of ONZ's documentation and of the BCB's own examples. */

export const TXID = 'e41f42bc291a4346986695579da75bd5';
const CODE =
  '00020126860014br.gov.bcb.pix2564pix.ecomovi.com.br/qr/v3/at/e83177d3-4e3b-45dd-b2dd-381bc3d1c3255204000053039865802BR5925ONE_TWO_COMUNICACAO_E_SER6009SAO_PAULO62070503***6304043C';

/** The id of the PIX that paid the charge, from the BCB's own example. */
const END_TO_END = 'E1234567820200909122120200808008';

export const cob = (status: string) => ({
  revisao: 0,
  loc: {
    id: 1123155,
    location: 'pix.ecomovi.com.br/qr/v3/at/e83177d3-4e3b-45dd-b2dd-381bc3d1c325',
    tipoCob: 'cob',
    criacao: '2026-11-20T12:00:00.304Z',
  },
  location: 'pix.ecomovi.com.br/qr/v3/at/e83177d3-4e3b-45dd-b2dd-381bc3d1c325',
  calendario: { criacao: '2026-11-20T12:00:00Z', expiracao: 86_400 },
  devedor: {},
  valor: { original: '19.90', modalidadeAlteracao: 0 },
  chave: KEY,
  txid: TXID,
  status,
  infoAdicionais: [],
  pixCopiaECola: CODE,
});

export const pending = {
  paymentMethod: 'PIX',
  transactionId: TXID,
  status: 'PENDING',
  amount: cents(1_990),
  pixCode: CODE,
  expiresAt: '2026-11-21T12:00:00.000Z',
} as const;

/** An RFC 7807 problem, as the pix-api requires. */
export const problem = (status: number, type: string) => ({
  status,
  json: {
    type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
    title: 'Cobrança inválida.',
    status,
    detail: 'A requisição não respeita o schema.',
    violacoes: [{ razao: 'campo inválido', propriedade: 'cob.valor.original' }],
  },
});

export const getRequest = { method: 'GET', path: `/cob/${TXID}` } as const;

interface ReturnFields {
  readonly valor: string;
  readonly status: string;
  readonly natureza?: string;
}

const returnOf = (devolucao: ReturnFields, index = 0) => ({
  id: `123ABC${index}`,
  rtrId: 'D1234567820200909122120200808006',
  horario: { solicitacao: '2026-11-20T20:15:00.358Z' },
  ...devolucao,
});

/** A paid charge stays `CONCLUIDA` after a return. */
export const paidBy = (valor: string, devolucoes?: unknown) => ({
  ...cob('CONCLUIDA'),
  pix: [
    {
      endToEndId: END_TO_END,
      txid: TXID,
      valor,
      horario: '2026-11-20T12:15:00.358Z',
      infoPagador: '0123456789',
      ...(devolucoes !== undefined && { devolucoes }),
    },
  ],
});

const readsPaid = (
  name: string,
  json: unknown,
  result: {
    readonly status: PaymentStatus;
    readonly amount?: Cents;
    readonly refundedAmount?: Cents;
    readonly furtherEndToEndIds?: readonly string[];
  },
): OperationCase => ({
  name,
  operation: 'getTransaction',
  input: { transactionId: TXID },
  exchanges: [{ request: getRequest, reply: { json } }],
  result: { ...pending, endToEndId: END_TO_END, ...result },
});

const doneReturn = (valor: string, natureza?: string) => ({
  valor,
  status: 'DEVOLVIDO',
  ...(natureza !== undefined && { natureza }),
});
const secondPix = { endToEndId: 'E1234567820200909122120200808009', txid: TXID, valor: '19.90' };
const returnInProgress = { valor: '5.00', status: 'EM_PROCESSAMENTO' };
const failedReturn = { valor: '4.00', status: 'NAO_REALIZADO' };

const returnCases: readonly OperationCase[] = [
  readsPaid('reads a charge that was paid with another amount', paidBy('19.00'), {
    status: 'APPROVED',
    amount: cents(1_900),
    refundedAmount: cents(0),
  }),
  readsPaid(
    'reads a charge of which parts were returned, are on their way back, or could not be returned',
    paidBy(
      '19.90',
      [doneReturn('1.00', 'MED_FRAUDE'), returnInProgress, failedReturn, doneReturn('2.00')].map(
        returnOf,
      ),
    ),
    { status: 'APPROVED', refundedAmount: cents(300) },
  ),
  readsPaid(
    'reads a charge that the receiver returned, where the reply has the return as an object, not in a list',
    paidBy('19.90', returnOf(doneReturn('19.90', 'ORIGINAL'))),
    { status: 'REFUNDED', refundedAmount: cents(1_990) },
  ),
  readsPaid(
    'reads a charge that was returned because of fraud as charged back',
    paidBy(
      '19.90',
      [doneReturn('9.90', 'ORIGINAL'), doneReturn('10.00', 'MED_FRAUDE')].map(returnOf),
    ),
    { status: 'CHARGEBACK', refundedAmount: cents(1_990) },
  ),
  readsPaid(
    'reads a charge that was paid by two PIX',
    { ...paidBy('19.90'), pix: [...paidBy('19.90').pix, secondPix] },
    {
      status: 'APPROVED',
      amount: cents(3_980),
      refundedAmount: cents(0),
      furtherEndToEndIds: [secondPix.endToEndId],
    },
  ),
  readsPaid(
    'reads how much was returned, even if the reason cannot be read',
    paidBy('19.90', [{ ...returnOf(doneReturn('19.90')), natureza: 3 }]),
    { status: 'REFUNDED', refundedAmount: cents(1_990) },
  ),
  ...[undefined, null, []].map((pix): OperationCase => ({
    name: `reads a paid charge whose bank states no PIX: ${JSON.stringify(pix)}`,
    operation: 'getTransaction',
    input: { transactionId: TXID },
    exchanges: [{ request: getRequest, reply: { json: { ...cob('CONCLUIDA'), pix } } }],
    result: { ...pending, status: 'APPROVED' },
  })),
];

/** Without these fields we cannot know how much came in or went back. */
const unreadableCases: readonly OperationCase[] = Object.entries({
  'the amount of a PIX': { ...cob('CONCLUIDA'), pix: [{ valor: '19.9' }] },
  'the amount of a return': paidBy('19.90', [returnOf(doneReturn('19,90'))]),
  'the state of a return': paidBy('19.90', [{ ...returnOf(failedReturn), status: undefined }]),
  'a list of PIX': { ...cob('CONCLUIDA'), pix: 'E1234567820200909122120200808008' },
}).map(([what, json]): OperationCase => ({
  name: `reports ${what} that cannot be read, and does not take the charge for paid`,
  operation: 'getTransaction',
  input: { transactionId: TXID },
  exchanges: [{ request: getRequest, reply: { json } }],
  failure: { kind: 'unreadable', mayHaveHappened: false },
}));

export const getTransactionCases: readonly OperationCase[] = [
  {
    name: 'reads a paid charge',
    operation: 'getTransaction',
    input: { transactionId: TXID },
    exchanges: [{ request: getRequest, reply: { json: cob('CONCLUIDA') } }],
    result: { ...pending, status: 'APPROVED' },
  },
  ...returnCases,
  ...unreadableCases,
  {
    name: 'reads an expired charge as pending',
    operation: 'getTransaction',
    input: { transactionId: TXID },
    exchanges: [
      {
        request: getRequest,
        reply: {
          json: {
            ...cob('ATIVA'),
            calendario: { criacao: '2020-09-09T20:15:00.358Z', expiracao: 3600 },
          },
        },
      },
    ],
    result: { ...pending, expiresAt: '2020-09-09T21:15:00.358Z' },
  },
  {
    name: 'returns undefined for an unknown charge',
    operation: 'getTransaction',
    input: { transactionId: TXID },
    exchanges: [{ request: getRequest, reply: problem(404, 'CobNaoEncontrado') }],
    result: undefined,
  },
  {
    name: 'reports an unauthorised charge look-up',
    operation: 'getTransaction',
    input: { transactionId: TXID },
    exchanges: [{ request: getRequest, reply: problem(403, 'AcessoNegado') }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];
