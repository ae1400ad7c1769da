import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import type { ProviderOptions } from '#/adapters/payments/kit/open-provider.ts';
import { pagarme } from '#/adapters/payments/providers/pagarme.ts';
import { pagarmeCases } from '#/adapters/payments/providers/pagarme.cases.ts';

const KEYS_PATH = '/.well-known/jwks.json';
describe('The public keys with which an acquirer signs notices', () => {
  let server: CaseServer;
  let fetches = 0;
  let isDown = false;

  before(async () => {
    server = await startCaseServer();
    server.answerWith((_, response) => {
      fetches += 1;
      if (isDown) sendJson(response, 503, {});
      else sendJson(response, 200, pagarmeCases.tokens?.[KEYS_PATH]);
    });
  });
  after(() => server.close());
  beforeEach(() => {
    fetches = 0;
    isDown = false;
  });

  const accountWith = (options: Partial<ProviderOptions> = {}) => {
    const account = {
      baseUrl: server.url,
      jwksBaseUrl: server.url,
      publicKey: 'pk',
      secretKey: 'sk',
    };
    const unsigned = { headers: {}, body: JSON.stringify({ type: 'recipient.updated' }) };
    const notice = pagarmeCases.sign?.(unsigned, account) ?? unsigned;
    const provider = openHere(pagarme, account, options);
    const read = (kid: string) => {
      const headers = Object.fromEntries(
        Object.entries(notice.headers).map(([name, value]) => [name, value.replace('key-1', kid)]),
      );
      return provider.readNotices?.({ headers, body: notice.body });
    };
    return { read, close: () => provider.close() };
  };

  it('are fetched once for all notices of an account, and not again for an unknown key soon after', async () => {
    const { read, close } = accountWith();
    for (let index = 0; index < 3; index += 1) expect(await read('key-1')).to.deep.equal([]);
    const refusals = [];
    for (let index = 0; index < 3; index += 1)
      refusals.push(await read('invented')?.catch((error: unknown) => error));
    expect(refusals.map(String)).to.deep.equal(
      Array(3).fill('ProviderFailure: notice: bad signature'),
    );
    expect(fetches).to.equal(1);
    await close();
  });

  it('stay in use when another key is unknown and they cannot be fetched again', async () => {
    let now = sampleNow;
    const { read, close } = accountWith({ now: () => Date.parse(now) });
    expect(await read('key-1')).to.deep.equal([]);
    isDown = true;
    now = addSeconds(now, 120);
    const [inventedKey, knownKey] = await Promise.allSettled([read('invented'), read('key-1')]);
    expect(inventedKey.status).to.equal('rejected');
    expect(knownKey).to.deep.equal({ status: 'fulfilled', value: [] });
    expect(await read('key-1')).to.deep.equal([]);
    expect(fetches).to.equal(2);
    await close();
  });
});
