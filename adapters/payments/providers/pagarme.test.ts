import { expect } from 'chai';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { captured, orderOf } from '#/adapters/payments/evidence/pagarme-orders.ts';
import { address, attempt, cardCharge } from '#/adapters/payments/evidence/samples.ts';
import { pagarme } from './pagarme.ts';

describe('Pagar.me', () => {
  let server: CaseServer;
  const open = (settings: object = {}) =>
    openHere(
      pagarme,
      pagarme.account.parse({ baseUrl: server.url, secretKey: 'sk_test_for_tests', ...settings }),
    );

  before(async () => {
    server = await startCaseServer();
  });
  after(() => server.close());

  it('bills a card at the account’s address when the buyer has none, also when saving the card', async () => {
    const billingAddress = { ...address, address: 'Rua Augusta', zipCode: '01304-001' };
    const provider = open({ billingAddress });
    expect(provider.addressRequiredFor).to.deep.equal([]);
    expect(open().addressRequiredFor).to.deep.equal(['CREDIT_CARD']);
    const billedAt = { line_1: '1000, Rua Augusta, Bela Vista', zip_code: '01304001' };
    server.seen.length = 0;
    server.answerWith((_seen, response) => sendJson(response, 200, captured));
    const { address: _, ...withoutAddress } = cardCharge;
    await provider.createTransaction?.(withoutAddress);
    await provider.createCardId?.({
      cardToken: 'token_1',
      customer: withoutAddress.customer,
      attempt,
    });
    const [order, , cardRequest] = server.seen.map(({ body }) => JSON.parse(body));
    const { credit_card: card } = order.payments[0];
    expect(card.card.billing_address).to.include(billedAt);
    expect(order.customer).to.not.have.property('address');
    expect(cardRequest.billing_address).to.include(billedAt);
  });

  it('accepts a notice with the account’s webhook password, and rejects a wrong or missing one', async () => {
    const provider = open({ webhookUser: 'razao', webhookPassword: 'a long password' });
    const body = JSON.stringify({
      id: 'hook_1',
      type: 'order.paid',
      data: orderOf({ status: 'paid' }),
    });
    const noticesWith = (password: string) => {
      const authorization = `Basic ${Buffer.from(`razao:${password}`).toString('base64')}`;
      return provider.readNotices?.({ headers: { authorization }, body });
    };
    expect(await noticesWith('a long password')).to.have.length(1);
    expect((await failureOf(noticesWith('another'))).kind).to.equal('unauthorized');
    expect((await failureOf(provider.readNotices?.({ headers: {}, body }))).kind).to.equal(
      'unauthorized',
    );
  });
});
