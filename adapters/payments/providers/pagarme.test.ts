import { expect } from 'chai';
import { openHere } from '#/adapters/payments/testing/open-here.ts';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/testing/case-server.ts';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { orderOf, pixTransaction } from '#/adapters/payments/testing/pagarme-orders.ts';
import { pixCharge } from '#/adapters/payments/testing/samples.ts';
import { pagarme } from './pagarme.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('Pagar.me, besides its cases', () => {
  let server: CaseServer;
  const open = (more: object = {}) =>
    openHere(
      pagarme,
      pagarme.account.parse({ baseUrl: server.url, secretKey: 'sk_test_for_tests', ...more }),
    );

  before(async () => {
    server = await startCaseServer();
  });
  after(() => server.close());

  it('fetches the image of a QR code that is on its own host', async () => {
    const link = `${server.url}/transactions/tran_1/qrcode?payment_method=pix`;
    server.answerWith(({ method }, response) => {
      if (method === 'GET') return response.end(SVG);
      const last = { ...pixTransaction, qr_code: link, qr_code_url: link };
      return sendJson(response, 200, orderOf({ last_transaction: last }));
    });
    const charged = await open().createTransaction?.(pixCharge);
    expect(charged).to.not.have.property('pixCode');
    expect(charged)
      .to.have.property('pixQrCode')
      .that.equals(`data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`);
  });

  it('knows the notices of an account that is not the Hub’s by their password', async () => {
    const provider = open({ webhookUser: 'razao', webhookPassword: 'a long password' });
    const body = JSON.stringify({
      id: 'hook_1',
      type: 'order.paid',
      data: orderOf({ status: 'paid' }),
    });
    const told = (password: string) => {
      const authorization = `Basic ${Buffer.from(`razao:${password}`).toString('base64')}`;
      return provider.readNotices?.({ headers: { authorization }, body });
    };
    expect(await told('a long password')).to.have.length(1);
    expect((await failureOf(told('another'))).kind).to.equal('unauthorized');
    expect((await failureOf(provider.readNotices?.({ headers: {}, body }))).kind).to.equal(
      'unauthorized',
    );
  });
});
