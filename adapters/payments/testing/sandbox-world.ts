import { attempt } from '#/adapters/payments/evidence/samples.ts';
import { startSandbox } from '#/adapters/payments/sandbox/server.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { sandbox as definition } from '#/adapters/payments/providers/sandbox.ts';
import { cents } from '#/domain/values/money.ts';
import type { TransactionRequest, TransactionResult } from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

export const sandboxKeys = {
  secretKey: 'sk_sandbox_for_tests',
  publicKey: 'pk_sandbox_for_tests',
  webhookSecret: 'whsec_for_tests',
} as const;

type Capability =
  | 'createTransaction'
  | 'getTransaction'
  | 'findTransaction'
  | 'refund'
  | 'getRefund'
  | 'withdraw'
  | 'findWithdraw'
  | 'readNotices';

type SandboxProvider = PaymentProvider & Required<Pick<PaymentProvider, Capability>>;

/** A sandbox in memory, without delays: receivers settle at once, payouts at the next tick (200 ms). */
export interface SandboxWorld {
  readonly url: string;
  readonly provider: SandboxProvider;
  /** The notice in a delivery of the sandbox, which has one each. */
  readonly firstNoticeOf: (
    delivery: NoticeRequest | undefined,
  ) => Promise<ProviderNotice | undefined>;
  readonly webhookReceiver: WebhookReceiver;
  /** A PIX of R$ 97,00 with a new order id. */
  readonly sampleRequest: (overrides?: Partial<TransactionRequest>) => TransactionRequest;
  readonly create: (overrides?: Partial<TransactionRequest>) => Promise<TransactionResult>;
  /** @returns the HTTP status */
  readonly pay: (transactionId: string) => Promise<number>;
  readonly expire: (transactionId: string) => Promise<number>;
  /** The token of the browser's tokeniser. */
  readonly cardToken: (number: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const requireCapabilities = (provider: PaymentProvider): SandboxProvider => {
  const { createTransaction, getTransaction, findTransaction, refund, getRefund } = provider;
  const { withdraw, findWithdraw, readNotices } = provider;
  if (!createTransaction || !getTransaction || !findTransaction) throw new Error('no charges');
  if (!refund || !getRefund || !withdraw || !findWithdraw) throw new Error('no money out');
  if (!readNotices) throw new Error('no notices');
  const transactions = { createTransaction, getTransaction, findTransaction };
  return {
    ...provider,
    ...transactions,
    refund,
    getRefund,
    withdraw,
    findWithdraw,
    readNotices,
  };
};

export const startSandboxWorld = async (): Promise<SandboxWorld> => {
  const webhookReceiver = await startWebhookReceiver();
  const sandbox = await startSandbox({
    port: 0,
    databaseFile: ':memory:',
    lostReplyCutAfterMs: 0,
    payoutSettlesAfterMs: 0,
    receiverSettlesAfterMs: 0,
    ...sandboxKeys,
  });
  const provider = requireCapabilities(
    openHere(definition, { baseUrl: sandbox.url, ...sandboxKeys }),
  );
  let orderCount = 0;

  const sampleRequest = (overrides: Partial<TransactionRequest> = {}): TransactionRequest => ({
    orderId: `order-${(orderCount += 1)}`,
    paymentMethod: 'PIX',
    amount: cents(9_700),
    currency: 'BRL',
    description: 'Um e-book',
    items: [],
    customer: {
      name: 'Fulano de Tal',
      email: 'fulano@example.com',
      document: '52998224725',
      phone: '11912345678',
    },
    installments: 1,
    webhookUrl: webhookReceiver.url,
    attempt,
    ...overrides,
  });

  /** As a browser does. Only the tokeniser requires the key. */
  const post = (path: string, body: unknown) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${sandboxKeys.publicKey}`,
      },
      body: JSON.stringify(body),
    });

  return {
    url: sandbox.url,
    provider,
    firstNoticeOf: async (delivery) => delivery && (await provider.readNotices(delivery))[0],
    webhookReceiver,
    sampleRequest,
    create: (overrides) => provider.createTransaction(sampleRequest(overrides)),
    pay: async (id) => (await post(`/sandbox/payments/${id}/pay`, {})).status,
    expire: async (id) => (await post(`/sandbox/payments/${id}/expire`, {})).status,
    cardToken: async (number) => {
      const card = { number, holder: 'FULANO DE TAL', exp_month: '12', exp_year: '99', cvv: '123' };
      const body: unknown = await (await post('/v1/card-tokens', card)).json();
      if (!(body instanceof Object) || !('token' in body)) throw new Error(JSON.stringify(body));
      return String(body.token);
    },
    close: async () => {
      await sandbox.close();
      await webhookReceiver.close();
    },
  };
};
