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
  const made = z.object({ id: z.string() });
  const { id: transactionId } = await context.call(
    { method: 'POST', path: '/charges', json: {} },
    made,
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

const bound = { CREDIT_CARD: cardCharge, BILLET: boletoCharge };

describe('A charge that is refused', () => {
  let server: CaseServer;

  before(async () => {
    server = await startCaseServer();
  });
  after(() => server.close());

  const isUnknown = async (
    request: typeof pixCharge,
    { status, json }: { readonly status: number; readonly json: unknown },
  ): Promise<boolean> => {
    server.answerWith((_seen, response) => sendJson(response, status, json));
    const provider = openHere(documented, { url: server.url });
    const { mayHaveHappened } = await failureOf(provider.createTransaction?.(request));
    await provider.close();
    return mayHaveHappened;
  };

  for (const [method, request] of Object.entries(bound)) {
    it(`was certainly not made only as the acquirer’s documents show it (${method})`, async () => {
      expect(await isUnknown(request, { status: 422, json: { code: 'declined' } })).to.equal(false);
      for (const status of [400, 401, 402, 403, 404, 422]) {
        const answer = { status, json: { code: 'already_exists' } };
        expect(await isUnknown(request, answer), String(status)).to.equal(true);
      }
    });
  }

  it('was not made by PIX for any refusal, since a code that no buyer saw cannot be paid', async () => {
    for (const status of [400, 401, 402, 403, 404, 422]) {
      const answer = { status, json: { code: 'invalid' } };
      expect(await isUnknown(pixCharge, answer), String(status)).to.equal(false);
    }
    expect(await isUnknown(pixCharge, { status: 409, json: {} })).to.equal(true);
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

  it('was certainly not made only as the acquirer’s documents show it: another would register the seller twice', async () => {
    const isUnknown = async (status: number, json: unknown): Promise<boolean> => {
      server.answerWith((_seen, response) => sendJson(response, status, json));
      const provider = openHere(registering, { url: server.url });
      const { mayHaveHappened } = await failureOf(provider.createReceiver?.(receiver));
      await provider.close();
      return mayHaveHappened;
    };
    expect(await isUnknown(422, { errors: ['bank'] })).to.equal(false);
    for (const status of [400, 401, 403, 404, 422]) {
      expect(await isUnknown(status, { message: 'invalid' }), String(status)).to.equal(true);
    }
  });
});

describe('A capture, or the keeping of a card, that is refused', () => {
  let server: CaseServer;

  before(async () => {
    server = await startCaseServer();
  });
  after(() => server.close());

  const made = z.object({ id: z.string() });
  const step = { method: 'POST', path: '/step', json: {} } as const;
  const inSteps = defineProvider<Account>({
    ...documented,
    declines: {
      capture: [{ status: 422, body: z.object({ code: z.literal('declined') }) }],
      createCardId: [{ status: 422, body: z.object({ code: z.literal('declined') }) }],
    },
    operations: {
      capture: async ({ transactionId }, context) => {
        await context.call(step, made);
        const amount = { asked: null, paid: null };
        return { paymentMethod: 'CREDIT_CARD', transactionId, status: 'APPROVED', amount };
      },
      createCardId: async (_request, context) => (await context.call(step, made)).id,
    },
  });

  for (const operation of ['capture', 'createCardId'] as const) {
    it(`was certainly not made only as the acquirer’s documents show it (${operation})`, async () => {
      const isUnknown = async (status: number, json: unknown): Promise<boolean> => {
        server.answerWith((_seen, response) => sendJson(response, status, json));
        const provider = openHere(inSteps, { url: server.url });
        const call =
          operation === 'capture'
            ? provider.capture?.({ transactionId: 'tx-1', attempt })
            : provider.createCardId?.({ cardToken: 'tok', customer: cardCharge.customer, attempt });
        const { mayHaveHappened } = await failureOf(call);
        await provider.close();
        return mayHaveHappened;
      };
      expect(await isUnknown(422, { code: 'declined' })).to.equal(false);
      for (const status of [400, 401, 403, 404, 422])
        expect(await isUnknown(status, { code: 'already_exists' }), String(status)).to.equal(true);
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
    const searching = { ...undocumented, operations: { ...operations, findTransaction } };
    expect(unprovablePurposes(searching)).to.deep.equal([]);
  });

  it('are not offered where it does neither, however many other refusals it documents', () => {
    expect(unprovablePurposes(undocumented)).to.deep.equal(['CREDIT_CARD']);
    const refunding = { ...undocumented, declines: { refund: declines?.createTransaction ?? [] } };
    expect(unprovablePurposes(refunding)).to.deep.equal(['CREDIT_CARD']);
    expect(openHere(undocumented, { url: 'http://127.0.0.1:1' }).unprovablePurposes).to.deep.equal([
      'CREDIT_CARD',
    ]);
  });
});
