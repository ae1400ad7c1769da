import { expect } from 'chai';
import { z } from 'zod';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import {
  attempt,
  boletoCharge,
  cardCharge,
  pixCharge,
  receiver,
} from '#/adapters/payments/evidence/samples.ts';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import type { PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import { inCents } from './values/amount.ts';
import { bearer } from './network/auth.ts';
import { defineProvider, type ProviderDefinition } from './define-provider.ts';
import type { Operation } from './endpoint.ts';
import { statusMap } from './status.ts';
import { unprovablePurposes } from './unprovable.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';

interface Account {
  readonly url: string;
}

const charge: Operation<Account, TransactionRequest, ChargeReply> = async (
  { paymentMethod },
  context,
) => {
  const replySchema = z.object({ id: z.string() });
  const { id: transactionId } = await context.call(
    { method: 'POST', path: '/charges', json: {} },
    replySchema,
  );
  return {
    paymentMethod,
    transactionId,
    status: 'PENDING',
    amount: { asked: null, paid: 'NEVER_STATED' },
  };
};

const documented = defineProvider<Account>({
  id: 'probe',
  label: 'Probe',
  evidence: 'documented',
  account: z.object({ url: z.string() }),
  channels: ({ url }) => ({ main: { baseUrl: url, auth: bearer('secret-for-tests') } }),
  amount: inCents,
  status: statusMap<PaymentStatus>({ APPROVED: ['paid'] }, { otherwise: 'PENDING' }),
  declines: {
    createTransaction: [{ status: 422, body: z.object({ code: z.literal('declined') }) }],
  },
  operations: { charge: { PIX: charge, CREDIT_CARD: charge, BILLET: charge } },
});

const otherCharges = { CREDIT_CARD: cardCharge, BILLET: boletoCharge };

describe('A charge that is refused', () => {
  let server: CaseServer;

  before(async () => {
    server = await startCaseServer();
  });
  after(() => server.close());

  const mayBeDone = async (
    request: typeof pixCharge,
    { status, json }: { readonly status: number; readonly json: unknown },
  ): Promise<boolean> => {
    server.answerWith((_seen, response) => sendJson(response, status, json));
    const provider = openHere(documented, { url: server.url });
    const { mayHaveHappened } = await failureOf(provider.createTransaction?.(request));
    await provider.close();
    return mayHaveHappened;
  };

  for (const [method, request] of Object.entries(otherCharges)) {
    it(`was certainly not made only if the acquirer documents the refusal (${method})`, async () => {
      expect(await mayBeDone(request, { status: 422, json: { code: 'declined' } })).to.equal(false);
      for (const status of [400, 401, 402, 403, 404, 422]) {
        const answer = { status, json: { code: 'already_exists' } };
        expect(await mayBeDone(request, answer), String(status)).to.equal(true);
      }
    });
  }

  it('was not made if it is by PIX, unless the refusal is a conflict (409): no one can pay a code that no one has seen', async () => {
    for (const status of [400, 401, 402, 403, 404, 422]) {
      const answer = { status, json: { code: 'invalid' } };
      expect(await mayBeDone(pixCharge, answer), String(status)).to.equal(false);
    }
    expect(await mayBeDone(pixCharge, { status: 409, json: {} })).to.equal(true);
  });
});

describe('The registration of a receiver that is refused', () => {
  let server: CaseServer;

  before(async () => {
    server = await startCaseServer();
  });
  after(() => server.close());

  const registering = defineProvider<Account>({
    ...documented,
    declines: {
      createReceiver: [{ status: 422, body: z.object({ errors: z.array(z.string()) }) }],
    },
    operations: {
      createReceiver: async (_request, context) => {
        const request = { method: 'POST', path: '/receivers', json: {} } as const;
        const { id: providerReceiverId } = await context.call(
          request,
          z.object({ id: z.string() }),
        );
        return { providerReceiverId, status: 'ACTIVE' };
      },
    },
  });

  it('was certainly not made only if the acquirer documents the refusal: a second call would register the seller twice', async () => {
    const mayBeDone = async (status: number, json: unknown): Promise<boolean> => {
      server.answerWith((_seen, response) => sendJson(response, status, json));
      const provider = openHere(registering, { url: server.url });
      const { mayHaveHappened } = await failureOf(provider.createReceiver?.(receiver));
      await provider.close();
      return mayHaveHappened;
    };
    expect(await mayBeDone(422, { errors: ['bank'] })).to.equal(false);
    for (const status of [400, 401, 403, 404, 422]) {
      expect(await mayBeDone(status, { message: 'invalid' }), String(status)).to.equal(true);
    }
  });
});

describe('A capture, or the saving of a card, that is refused', () => {
  let server: CaseServer;

  before(async () => {
    server = await startCaseServer();
  });
  after(() => server.close());

  const replySchema = z.object({ id: z.string() });
  const writeRequest = { method: 'POST', path: '/step', json: {} } as const;
  const withCaptureAndCards = defineProvider<Account>({
    ...documented,
    declines: {
      capture: [{ status: 422, body: z.object({ code: z.literal('declined') }) }],
      createCardId: [{ status: 422, body: z.object({ code: z.literal('declined') }) }],
    },
    operations: {
      capture: async ({ transactionId }, context) => {
        await context.call(writeRequest, replySchema);
        const amount = { asked: null, paid: null };
        return { paymentMethod: 'CREDIT_CARD', transactionId, status: 'APPROVED', amount };
      },
      createCardId: async (_request, context) => (await context.call(writeRequest, replySchema)).id,
    },
  });

  for (const operation of ['capture', 'createCardId'] as const) {
    it(`was certainly not made only if the acquirer documents the refusal (${operation})`, async () => {
      const mayBeDone = async (status: number, json: unknown): Promise<boolean> => {
        server.answerWith((_seen, response) => sendJson(response, status, json));
        const provider = openHere(withCaptureAndCards, { url: server.url });
        const call =
          operation === 'capture'
            ? provider.capture?.({ transactionId: 'tx-1', attempt })
            : provider.createCardId?.({ cardToken: 'tok', customer: cardCharge.customer, attempt });
        const { mayHaveHappened } = await failureOf(call);
        await provider.close();
        return mayHaveHappened;
      };
      expect(await mayBeDone(422, { code: 'declined' })).to.equal(false);
      for (const status of [400, 401, 403, 404, 422])
        expect(await mayBeDone(status, { code: 'already_exists' }), String(status)).to.equal(true);
    });
  }
});

describe('Cards at an acquirer', () => {
  const { declines, ...undocumented } = documented;
  const findTransaction: ProviderDefinition<Account>['operations']['findTransaction'] = async () =>
    undefined;

  it('are offered where it documents refusals of charges, or finds a charge by our id', () => {
    expect(unprovablePurposes(documented)).to.deep.equal([]);
    const { operations } = undocumented;
    const withSearch = { ...undocumented, operations: { ...operations, findTransaction } };
    expect(unprovablePurposes(withSearch)).to.deep.equal([]);
  });

  it('are not offered where it does neither, although it documents other refusals', () => {
    expect(unprovablePurposes(undocumented)).to.deep.equal(['CREDIT_CARD']);
    const withRefundDecline = {
      ...undocumented,
      declines: { refund: declines?.createTransaction ?? [] },
    };
    expect(unprovablePurposes(withRefundDecline)).to.deep.equal(['CREDIT_CARD']);
    expect(openHere(undocumented, { url: 'http://127.0.0.1:1' }).unprovablePurposes).to.deep.equal([
      'CREDIT_CARD',
    ]);
  });
});
