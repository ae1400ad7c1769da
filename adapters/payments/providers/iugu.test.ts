import { expect } from 'chai';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import { pixInvoice } from '#/adapters/payments/evidence/iugu-invoices-cases.ts';
import { pixCharge } from '#/adapters/payments/evidence/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { iugu } from './iugu.ts';

describe('Lines of an invoice at iugu', () => {
  let server: CaseServer;

  before(async () => {
    server = await startCaseServer();
    server.answerWith((_seen, response) => sendJson(response, 200, pixInvoice));
  });
  after(() => server.close());

  const linesOf = async (prices: readonly number[]): Promise<readonly number[]> => {
    const provider = openHere(
      iugu,
      iugu.account.parse({ baseUrl: server.url, secretKey: 'api_token_for_tests' }),
    );
    const items = prices.map((price, index) => ({
      id: `line-${index}`,
      title: `Linha ${index}`,
      unitPrice: cents(price),
      quantity: 1,
      tangible: false,
    }));
    server.seen.length = 0;
    await provider.createTransaction?.({ ...pixCharge, items });
    const { items: sent } = JSON.parse(server.seen[0]?.body ?? '{}');
    return sent.map(({ price_cents: price }: { readonly price_cents: number }) => price);
  };

  it('cost at least a real each: the price of a cheaper line is added to another line', async () => {
    expect(await linesOf([1_990])).to.deep.equal([1_990]);
    expect(await linesOf([100, 1_890])).to.deep.equal([100, 1_890]);
    expect(await linesOf([50, 1_890, 99, 100])).to.deep.equal([2_039, 100]);
  });

  it('are unchanged when none costs a real', async () => {
    expect(await linesOf([50, 60])).to.deep.equal([50, 60]);
  });
});
