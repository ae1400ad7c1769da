import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import { reply } from '#/adapters/payments/evidence/transactions-api-cases.ts';
import type { Acquiring, AcquirerStep } from '#/api/contract/acquiring.ts';
import { startReadBack } from '#/api/workers/read-back.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { routeEverythingTo, type Route } from '#/domain/acquiring/route.ts';
import { listLatestOpenPayments } from '#/projections/provider-reference.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const SECRET = 'sk_never_to_be_seen_again';

/** An acquirer's answer about a charge of R$ 97,00, without our reference. */
const replyWith = (status: string) => ({ ...reply({ status, amount: 9_700 }), externalRef: null });

describe('Acquirer accounts and routes', () => {
  let world: ApiWorld;
  let fairpay: CaseServer;
  let hunterpay: CaseServer;

  before(async () => {
    world = await apiWorld();
    [fairpay, hunterpay] = await Promise.all([startCaseServer(), startCaseServer()]);
    const waitingReply = replyWith('waiting_payment');
    hunterpay.answerWith((_seen, response) => sendJson(response, 200, waitingReply));
    fairpay.answerWith((_seen, response) => sendJson(response, 401, {}));
  });
  after(async () => {
    await Promise.all([world.close(), fairpay.close(), hunterpay.close()]);
  });

  const post = (name: string, input: object) =>
    world.post(`/api/${name}`, input, {
      as: 'admin',
      headers: { 'idempotency-key': randomUUID() },
    });
  const readAcquiring = async (): Promise<Acquiring> =>
    Object(await world.get('/api/admin.getAcquiring', { as: 'admin' })).body;
  const reviseRoutes = async (routes: Acquiring['routes']) => {
    const { revision: basedOn } = await readAcquiring();
    return post('admin.reviseRoutes', { routes, stepAside: defaultSuspensionLimits, basedOn });
  };
  const connect = (provider: string, baseUrl: string) =>
    post('admin.connectAcquirer', { provider, account: { baseUrl, secretKey: SECRET } });
  const routePix = (PIX: Route) => reviseRoutes({ ...routeEverythingTo('sandbox'), PIX });
  const reviseSellerRoutes = async (routes: object) => {
    const path = '/api/admin.getSellerRoutes?sellerId=seller-1';
    const { revision: basedOn } = Object((await world.get(path, { as: 'admin' })).body);
    return post('admin.reviseSellerRoutes', { sellerId: 'seller-1', routes, basedOn });
  };
  const buy = async (): Promise<string> => {
    const purchase = {
      offerId: 'demo-ebook',
      name: 'Jandira Moura',
      email: 'jandira@example.com',
      paymentMethod: 'PIX',
    };
    const { body, text } = await post('checkout.purchase', purchase);
    expect(Object(body).payment?.pixCode, text).to.equal(reply({ status: '' }).pix?.qrcode);
    return Object(body).paymentId;
  };
  const stepsOf = async (paymentId: string): Promise<readonly AcquirerStep[]> => {
    const path = `/api/admin.explainAcquirer?paymentId=${paymentId}`;
    return Object(await world.get(path, { as: 'admin' })).body.steps;
  };

  it('rejects an invalid account by field without repeating the secret, and an unknown acquirer with 422', async () => {
    const { status, body, text } = await connect('fairpay', 'nowhere');
    expect([status, Object(body).errors?.[0]?.path]).to.deep.equal([400, 'account.baseUrl']);
    expect(text).not.to.include(SECRET);
    expect((await connect('nobody', fairpay.url)).status).to.equal(422);
  });

  it('connects an account and keeps its secret out of the answers and the event log', async () => {
    expect((await connect('fairpay', fairpay.url)).status).to.equal(200);
    expect((await connect('hunterpay', hunterpay.url)).status).to.equal(200);
    const { acquirers } = await readAcquiring();
    const connected = acquirers.filter((each) => each.connected).map(({ id }) => id);
    expect(connected).to.have.members(['sandbox', 'fairpay', 'hunterpay']);
    expect(JSON.stringify(acquirers)).not.to.include(SECRET);
    const log = await Array.fromAsync(world.store.readAll({}));
    expect(JSON.stringify(log)).not.to.include(SECRET);
    expect(JSON.stringify(log)).to.include('AcquirerConnected');
  });

  it('requires an account to name one of the acquirer’s APIs, and then shows that API and its evidence', async () => {
    const podpay = async () => {
      const { acquirers } = await readAcquiring();
      return acquirers.find(({ id }) => id === 'podpay');
    };
    expect((await podpay())?.evidence).to.equal('spec');
    const keys = { publicKey: 'pk', secretKey: SECRET };
    const connectPodpay = (account: object) =>
      post('admin.connectAcquirer', { provider: 'podpay', account });
    expect((await connectPodpay(keys)).status).to.equal(400);
    const other = await connectPodpay({ ...keys, api: 'other' });
    expect(Object(other.body).errors?.[0]?.path).to.equal('account.api');
    expect((await connectPodpay({ ...keys, api: 'clients' })).status).to.equal(200);
    const chosen = await podpay();
    expect(chosen).to.include({ api: 'clients', evidence: 'documented', connected: true });
    expect(chosen?.apis.map(({ api }) => api)).to.deep.equal(['specification', 'clients']);
    await post('admin.disconnectAcquirer', { provider: 'podpay' });
  });

  it('rejects a route to an acquirer without an account (422) and shares that do not add up to 100 (400)', async () => {
    expect((await routePix([{ provider: 'onz', share: 100 }])).status).to.equal(422);
    expect((await routePix([{ provider: 'fairpay', share: 90 }])).status).to.equal(400);
  });

  it('rejects routes to an acquirer that does not offer the method, for platform and seller; accepts “none”', async () => {
    const routes = { WITHDRAW: [{ provider: 'fairpay', share: 100 }] };
    const refused = [
      await reviseRoutes({ ...routeEverythingTo('sandbox'), ...routes }),
      await reviseSellerRoutes(routes),
    ];
    for (const { status, body } of refused) {
      const { code, details } = Object(body);
      expect([status, code, details]).to.deep.equal([
        422,
        'provider/method-not-offered',
        { provider: 'fairpay', purpose: 'WITHDRAW' },
      ]);
    }
    expect((await readAcquiring()).routes.WITHDRAW).to.deep.equal(
      routeEverythingTo('sandbox').WITHDRAW,
    );
    const switchedOff = [{ provider: 'none', share: 100 }];
    expect((await routePix(switchedOff)).status, 'nobody may be chosen').to.equal(200);
  });

  it('reports whether an acquirer answers a test call and accepts our credentials', async () => {
    const test = async (provider: string) =>
      Object(await post('admin.testAcquirer', { provider })).body.outcome;
    expect([await test('fairpay'), await test('hunterpay')]).to.deep.equal([
      'unauthorized',
      'answered',
    ]);
  });

  it('falls back to the next acquirer when the first rejects our credentials, and explains both steps', async () => {
    const revised = await routePix([
      { provider: 'fairpay', share: 100 },
      { provider: 'hunterpay', share: 0 },
    ]);
    expect(revised.status, revised.text).to.equal(200);
    const steps = await stepsOf(await buy());
    const { ip, customer } = JSON.parse(hunterpay.seen.at(-1)?.body ?? '{}');
    expect([ip, customer?.name]).to.deep.equal(['127.0.0.1', 'Jandira Moura']);
    const reported = steps.map(({ provider, reason, cause, replayed }) =>
      [provider, reason, cause, replayed].join(' '),
    );
    expect(reported).to.deep.equal(['fairpay SHARE  true', 'hunterpay FALLBACK unauthorized true']);
    const declined = steps[1]?.considered.find(({ provider }) => provider === 'fairpay');
    expect(declined?.standing).to.equal('DECLINED');
  });

  it('reports an unknown acquirer status to staff once, and on the sale as the reason for its rejection', async () => {
    const unknownReply = replyWith('under_review');
    hunterpay.answerWith((_seen, response) => sendJson(response, 200, unknownReply));
    const paymentIds = [await buy(), await buy()];
    const waitingReply = replyWith('waiting_payment');
    hunterpay.answerWith((_seen, response) => sendJson(response, 200, waitingReply));
    const words = await eventually(async () => {
      const reported = (await readAcquiring()).acquirers.find(
        ({ id }) => id === 'hunterpay',
      )?.unheardWords;
      return reported && reported.length > 0 ? reported : undefined;
    }, 'the word is on record');
    expect(words.map(({ at: _, ...word }) => word)).to.deep.equal([
      { about: 'CHARGE', word: 'under_review', takenFor: 'REJECTED' },
    ]);
    const path = `/api/admin.getSale?paymentId=${paymentIds[0]}`;
    await eventually(async () => {
      const { text } = await world.get(path, { as: 'admin' });
      return text.includes('Palavra desconhecida do adquirente: under_review') ? true : undefined;
    }, 'the sale says why it was rejected');
  });

  it('suspends an acquirer that keeps failing until an administrator resumes it', async () => {
    const healthOf = async () => {
      const { acquirers } = await readAcquiring();
      return acquirers
        .find(({ id }) => id === 'fairpay')
        ?.health.find(({ purpose }) => purpose === 'PIX');
    };
    for (let at = 0; at < 4; at += 1) await buy();
    const aside = await eventually(
      async () => (await healthOf())?.aside ?? undefined,
      'it is suspended',
    );
    expect(aside).to.include({ reason: 'FAILING' });
    expect(aside.seen).to.include({ calls: 5, answered: 0 });
    const callsBefore = fairpay.seen.length;
    const chosenInstead = await eventually(async () => {
      const [step] = await stepsOf(await buy());
      return step?.provider === 'hunterpay' ? step : undefined;
    }, 'another one is chosen');
    expect(chosenInstead.considered[0]).to.include({ provider: 'fairpay', standing: 'ASIDE' });
    expect(chosenInstead.replayed).to.equal(true);
    expect(fairpay.seen.length).to.be.at.most(callsBefore + 1);
    await post('admin.resumeAcquirer', { provider: 'fairpay', purpose: 'PIX' });
    expect((await healthOf())?.aside).to.equal(null);
  });

  it('applies a seller’s own routes, and hides them from other platforms', async () => {
    const routes = { PIX: [{ provider: 'hunterpay', share: 100 }] };
    const revised = await reviseSellerRoutes(routes);
    expect(revised.status, revised.text).to.equal(200);
    const [step] = await stepsOf(await buy());
    expect([step?.provider, step?.reason]).to.deep.equal(['hunterpay', 'ONLY']);
    const path = '/api/admin.getSellerRoutes?sellerId=seller-1';
    expect(Object(await world.get(path, { as: 'admin' })).body.routes).to.deep.equal(routes);
    expect((await world.get(path, { as: 'otherAdmin' })).status).to.equal(404);
  });

  it('keeps an account that a route uses, or with open charges (409), and disconnects it afterwards', async () => {
    const disconnect = () => post('admin.disconnectAcquirer', { provider: 'hunterpay' });
    const refused = async (code: string) => {
      const { status, body } = await disconnect();
      expect([status, Object(body).code]).to.deep.equal([409, code]);
    };
    await refused('provider/in-use');
    await routePix([{ provider: 'sandbox', share: 100 }]);
    await refused('provider/awaited');
    const reconnect = async (
      secretKey: string,
      options: { readonly isSameAccount?: true } = {},
    ) => {
      const account = { baseUrl: hunterpay.url, secretKey };
      return post('admin.connectAcquirer', { provider: 'hunterpay', account, ...options });
    };
    const otherAccount = await reconnect('sk_of_another_account');
    expect([otherAccount.status, Object(otherAccount.body).code]).to.deep.equal([
      409,
      'provider/awaited',
    ]);
    const renewed = await reconnect('sk_renewed', { isSameAccount: true });
    expect(renewed.status, renewed.text).to.equal(200);
    const declined = replyWith('refused');
    hunterpay.answerWith((_seen, response) => sendJson(response, 200, declined));
    const { core, database } = world.services;
    const worker = startReadBack({
      core,
      due: [
        {
          take: async () =>
            (await listLatestOpenPayments(database, { limit: 100 }))
              .filter(({ provider }) => provider === 'hunterpay')
              .map(({ paymentId: id }) => ({ kind: 'payment', id })),
          rememberUnanswered: () => undefined,
        },
      ],
      onFailure: (error) => expect.fail(String(error)),
    });
    await eventually(
      async () => ((await disconnect()).status === 200 ? true : undefined),
      'the charges have ended, and the account is removed',
    );
    await worker.stop();
    const { acquirers } = await readAcquiring();
    expect(acquirers.find(({ id }) => id === 'hunterpay')?.connected).to.equal(false);
  });

  it('rejects card routes and hides the boleto where an acquirer needs an address that is not asked for', async () => {
    const baseUrl = 'https://acquirer.example';
    const iugu = { provider: 'iugu', account: { baseUrl, secretKey: SECRET } };
    expect((await post('admin.connectAcquirer', iugu)).status).to.equal(200);
    const pagarme = { provider: 'pagarme', account: { baseUrl, secretKey: SECRET } };
    expect((await post('admin.connectAcquirer', pagarme)).status).to.equal(200);
    const routes = {
      ...routeEverythingTo('sandbox'),
      BILLET: [{ provider: 'iugu', share: 100 }],
      CREDIT_CARD: [{ provider: 'pagarme', share: 100 }],
    };
    const refused = await reviseRoutes(routes);
    expect([refused.status, Object(refused.body).code]).to.deep.equal([
      422,
      'provider/billing-address-required',
    ]);
    const accepted = { ...routes, CREDIT_CARD: routeEverythingTo('sandbox').CREDIT_CARD };
    const done = await reviseRoutes(accepted);
    expect(done.status, done.text).to.equal(200);
    const isBoletoOffered = async (checkoutId: string) =>
      Object((await world.get(`/api/checkout.getCheckout?checkoutId=${checkoutId}`)).body)
        .billetEnabled;
    expect(await isBoletoOffered('demo-ebook'), 'nobody is asked for an address').to.equal(false);
  });
});
