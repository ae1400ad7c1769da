import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import { paymentProvider, providers } from '#/adapters/payments/registry.ts';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { createAcquirers } from '#/api/acquiring/accounts.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import { openCredentials } from '#/ledger/vault/postgres/credentials.ts';
import type { MasterKeys } from '#/ledger/vault/master-keys.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { sample, sampledRuns } from '#/scripts/testing/sampled.ts';

interface Delivery {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes that the endpoint accepts. */
const LARGEST = 256_000;
/** Status codes of a delivery that was accepted, ignored, or refused for its content. */
const DEFINITE = [200, 202, 400, 401, 413];

/** Without the second APIs of acquirers: an account uses one of the two. */
const providerCases = (await loadProviderCases()).filter(
  ({ provider }) => !provider.differenceFromSpecification,
);
const accountOf = ({ provider, account }: ProviderCases<never>, url: string) =>
  provider.account.parse(account(url));

const sandboxAccount = (baseUrl: string) => ({ baseUrl, secretKey: 'sk', webhookSecret: 'whsec' });

const signedForSandbox = (body: string): Delivery => {
  const at = Math.floor(Date.now() / 1_000);
  const digest = createHmac('sha256', 'whsec').update(`${at}.${body}`).digest('hex');
  return { body, headers: { 'x-sandbox-signature': `t=${at},v1=${digest}` } };
};

const words = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  'status',
  'data',
  'type',
  'pix',
  'txid',
];

/** Values that only attackers or broken programs send. */
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '\u0000',
    '\ud800',
    'a\u0000b',
    -0,
    1e308,
    2 ** 60,
    'x'.repeat(500),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.double(),
  fc.boolean(),
);

const anyJson = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...words), fc.string()), tie('value'), { maxKeys: 5 }),
  ),
})).value;

/** Returns how many copies of a value fit into one delivery. */
const fittingCount = (value: unknown): number =>
  Math.floor((LARGEST * 0.9) / (JSON.stringify(value).length + 1));

/** Replaces or alters one value of a provider's notice, or fills one of its lists with copies of the first item. */
const anyLeafIn = (value: unknown): fc.Arbitrary<unknown> => {
  if (Array.isArray(value) && value.length > 0)
    return fc.oneof(
      fc.constant(Array.from({ length: fittingCount(value[0]) }, () => value[0])),
      anyLeafIn(value[0]).map((first) => [first, ...value.slice(1)]),
    );
  if (typeof value === 'string' && value.length > 40)
    return fc
      .tuple(fc.nat(value.length), fc.constantFrom('', '%00', '%ED%A0%80', '&', '\u0000'))
      .map(([at, patch]) => value.slice(0, at) + patch + value.slice(at + patch.length));
  if (typeof value !== 'object' || value === null) return leaf;
  const properties = Object.entries(value);
  if (properties.length === 0) return leaf;
  return fc
    .constantFrom(...properties)
    .chain(([name, original]) =>
      fc.oneof(anyLeafIn(original), anyJson).map((changed) => ({ ...value, [name]: changed })),
    );
};

const hugeOrInvalid: readonly (string | Buffer)[] = [
  '',
  '['.repeat(LARGEST),
  '{"a":'.repeat(40_000),
  `{"data":"${'x'.repeat(LARGEST - 20)}"}`,
  `[${'{},'.repeat(60_000)}{}]`,
  `{"data":${'9'.repeat(100_000)}}`,
  'a%5B%5D=%00&'.repeat(15_000),
  '%',
  'event=invoice.%ZZ&data%5Bid%5D=%00',
  Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
  Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
];

const mediaTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'text/plain; charset=klingon',
  'multipart/form-data; boundary=x',
  'nonsense',
  '',
];

const anyHeaders = fc.record({
  'content-type': fc.constantFrom(...mediaTypes),
  ...Object.fromEntries(
    ['authorization', 'x-signature', 'x-sandbox-signature', 'x-webhook-asymmetric-signature'].map(
      (name) => [name, fc.string({ unit: 'grapheme-ascii', maxLength: 60 })],
    ),
  ),
});

const bodyOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Adds the provider's authentication, so that the steps after it are tested too. */
const authenticated = (
  cases: ProviderCases<never> | undefined,
  url: string,
  body: string,
): Delivery => {
  if (!cases) return signedForSandbox(body);
  const headers = { ...cases.notices.find(({ says }) => typeof says !== 'string')?.headers };
  try {
    return cases.sign?.({ headers, body }, accountOf(cases, url)) ?? { headers, body };
  } catch {
    return { headers, body };
  }
};

const anyDelivery = (
  cases: ProviderCases<never> | undefined,
  url: string,
): fc.Arbitrary<Delivery> => {
  const sandboxNotice = {
    id: 'n-1',
    type: 'transaction.updated',
    data: { id: 't', status: 'paid' },
  };
  const samples: readonly unknown[] = cases?.notices.map(({ body }) => body) ?? [sandboxNotice];
  const bodies = fc.oneof(
    anyJson.map(bodyOf),
    ...samples.map((notice) => anyLeafIn(notice).map(bodyOf)),
  );
  return fc.oneof(
    { weight: 3, arbitrary: bodies.map((body) => authenticated(cases, url, body)) },
    fc.record({ headers: anyHeaders, body: bodies }),
  );
};

describe('Webhook endpoint under malformed deliveries', () => {
  let world: ApiWorld;
  let host: CaseServer;

  before(async () => {
    host = await startCaseServer(Object.assign({}, ...providerCases.map(({ tokens }) => tokens)));
    host.answerWith((_seen, response) => sendJson(response, 404, {}));
    const acquirers = Promise.withResolvers<PaymentProviders>();
    world = await apiWorld({
      providers: async (id, platform) => (await acquirers.promise)(id, platform),
    });
    const pool = world.services.database;
    const masterKeys: MasterKeys = [{ id: 'test', bytes: Buffer.alloc(32, 7) }];
    const credentials = await openCredentials({ pool, masterKeys });
    const sandbox = paymentProvider('sandbox', sandboxAccount(host.url), {
      reach: 'public-or-loopback',
    });
    const open = (id: string, account: unknown) =>
      paymentProvider(id, account, { reach: 'public-or-loopback' });
    acquirers.resolve(createAcquirers({ credentials, sandbox, open }));
    for (const cases of providerCases)
      await credentials.put('demo', cases.provider.id, accountOf(cases, host.url));
    const history = new History();
    for (const { provider } of providerCases)
      history.submit(history.purchase({ provider: provider.id }));
    await world.happen(history);
  });

  after(async () => {
    await world.close();
    await host.close();
  });

  /** `fetch` would repair what must be sent broken. */
  const deliver = (path: string, { headers, body }: Delivery, method = 'POST'): Promise<number> =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(body);
      const all = { ...headers, 'content-length': String(bytes.length) };
      const sent = request(`${world.url}${path}`, { method, headers: all }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end(bytes);
    });

  const allConcluded = () =>
    eventually(async () => {
      const { rows } = await world.services.database.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM webhooks.notice WHERE outcome = 'RECEIVED'`,
      );
      return rows[0]?.left === 0 ? true : undefined;
    }, 'all notices were worked on');

  for (const id of sample(Object.keys(providers), 8)) {
    it(`answers malformed ${id} deliveries without a server error, and records no event`, async function () {
      this.timeout(60_000);
      const head = await world.lastFact();
      const cases = providerCases.find(({ provider }) => provider.id === id);
      const path = `/api/webhooks/${id}/demo`;
      for (const [index, body] of hugeOrInvalid.entries()) {
        const headers = { 'content-type': mediaTypes[index % mediaTypes.length] ?? '' };
        expect(await deliver(path, { headers, body })).to.be.oneOf(DEFINITE);
        expect(await deliver(path, authenticated(cases, host.url, String(body)))).to.be.oneOf(
          DEFINITE,
        );
      }
      await fc.assert(
        fc.asyncProperty(anyDelivery(cases, host.url), async (delivery) => {
          const status = await deliver(path, delivery);
          expect(status).to.be.oneOf(DEFINITE);
        }),
        sampledRuns(80),
      );
      await allConcluded();
      expect(await world.lastFact()).to.equal(head);
      expect(world.logged.filter((line) => line.includes('failed'))).to.deep.equal([]);
    });
  }

  it('rejects oversized or compressed bodies, unknown addresses and methods other than POST', async () => {
    const empty = { headers: {}, body: '' };
    const compressed = (encoding: string) => ({
      headers: { 'content-encoding': encoding },
      body: '{}',
    });
    const path = '/api/webhooks/fairpay/demo';
    const large = { headers: {}, body: ' '.repeat(LARGEST + 1) };
    expect(await deliver(path, large)).to.equal(413);
    expect(await deliver(path, compressed('gzip'))).to.equal(415);
    expect(await deliver(path, compressed('deflate'))).to.equal(415);
    for (const address of [
      'nobody/demo',
      'fairpay',
      'fairpay/other',
      '%00/demo',
      'fairpay/%00',
      'constructor/demo',
    ])
      expect(await deliver(`/api/webhooks/${address}`, empty), address).to.equal(404);
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect(await deliver(path, empty, method), method).to.equal(405);
    expect(await deliver('/api/webhooks/%ZZ/demo', empty)).to.be.oneOf([400, 404]);
  });
});
