import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { sampleCall } from '#/domain/testing/samples.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import type { ApiAnswer } from './api-world.ts';
import type { PayoutWorld } from './payout-world.ts';
import { PASSWORD } from './people.ts';

/** Returns `done`, or the code of the problem in an answer. */
export const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

/** @param world called at each step, as a suite has a new one for each test */
export const payoutSteps = (world: () => PayoutWorld) => ({
  /** Declares the seller's own document as a destination. @returns its id */
  ownDocument: (): Promise<string> => {
    const { platformId, seller, services } = world();
    return declareOwnDocument(services.core, { platformId, sellerId: seller.personId });
  },

  /** Requests R$ 150,00. @returns the withdrawal's id once policies have processed it */
  request: async (destinationId: string): Promise<string> => {
    const { call, seller, settled } = world();
    const answer = await call(
      'seller.requestWithdrawal',
      { amount: 150_00, destinationId },
      seller,
    );
    expect(answer.status, answer.text).to.equal(200);
    await settled();
    return String(Object(answer.body).withdrawalId);
  },

  /** The acquirer has paid a withdrawal that the log does not have. */
  payUnrecorded: (withdrawReference: string, amount: number): void => {
    world().paid.push({
      paymentMethod: 'PIX',
      withdrawReference,
      amount: cents(amount),
      pixType: 'CPF',
      pixKey: '52998224725',
      name: 'Ana',
      document: '52998224725',
      description: 'Saque',
      webhookUrl: 'https://razao.example/webhooks',
      attempt: sampleCall,
    });
  },

  /** The first administrator approves or refuses a withdrawal. @returns as `codeOf` */
  review: async (how: 'approve' | 'refuse', withdrawalId: string): Promise<string> => {
    const { call, admin, settled } = world();
    const reason = how === 'refuse' && { reason: 'Fora do padrão' };
    const answer = await call(`admin.${how}Withdrawal`, { withdrawalId, ...reason }, admin);
    await settled();
    return codeOf(answer);
  },

  /** The first administrator blocks the seller, or ends the block. */
  change: async (how: 'block' | 'restore'): Promise<void> => {
    const { call, admin, seller, store } = world();
    const { personId: sellerId } = seller;
    const events = await store.readStream(streamOf('seller', sellerId));
    const answer = await call(
      `admin.${how}Seller`,
      { sellerId, basedOn: events.length - 1 },
      admin,
    );
    expect(codeOf(answer)).to.equal('done');
  },

  /** Makes all passwords ten days old, and gives the seller a new one. */
  setPassword: async (): Promise<void> => {
    const { services, seller } = world();
    await services.database.query(
      `UPDATE auth.account SET "createdAt" = "createdAt" - interval '10 days', "updatedAt" = "updatedAt" - interval '10 days'`,
    );
    await services.sessions.setPassword({ email: seller.email, password: PASSWORD });
  },

  /** Returns the seller's available money in cents, with everything recorded so far. */
  available: async (): Promise<number> => {
    const { get, seller, store } = world();
    const after = (await store.head()) ?? '';
    const answer = await get(`/api/seller.getBalance?after=${after}`, { as: seller });
    return Object(answer.body).available;
  },
});
