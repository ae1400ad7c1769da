import { expect } from 'chai';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import { pagarme } from '#/adapters/payments/providers/pagarme.ts';
import { pagarmeCases } from '#/adapters/payments/providers/pagarme.cases.ts';

const KEYS_PATH = '/.well-known/jwks.json';
describe('The public keys with which an acquirer signs notices', () => {
  let server: CaseServer;
  let fetches = 0;

  before(async () => {
    server = await startCaseServer();
    server.answerWith((_, response) => {
      fetches += 1;
      sendJson(response, 200, pagarmeCases.tokens?.[KEYS_PATH]);
    });
  });
  after(() => server.close());

  it('are fetched once for all notices of an account, and not again for a key that was unknown a moment ago', async () => {
    const account = {
      baseUrl: server.url,
      jwksBaseUrl: server.url,
      publicKey: 'pk',
      secretKey: 'sk',
    };
    const plain = { headers: {}, body: JSON.stringify({ type: 'recipient.updated' }) };
    const notice = pagarmeCases.sign?.(plain, account) ?? plain;
    const provider = openHere(pagarme, account);
    const read = (kid: string) => {
      const headers = notice.headers;
      const named = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replace('key-1', kid)]),
      );
      return provider.readNotices?.({ headers: named, body: notice.body });
    };
    for (let index = 0; index < 3; index += 1) expect(await read('key-1')).to.deep.equal([]);
    const refusals = [];
    for (let index = 0; index < 3; index += 1)
      refusals.push(await read('invented')?.catch((error: unknown) => error));
    expect(refusals.map(String)).to.deep.equal(
      Array(3).fill('ProviderFailure: notice: bad signature'),
    );
    expect(fetches).to.equal(1);
    await provider.close();
  });
});
