import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';

const THIEF = 'atacante@example.com';

/** Each of these worked once, as described. */
describe('Attacks that were reported', () => {
  let product: Product;
  let database: pg.Pool;

  before(async function () {
    this.timeout(120_000);
    product = await startProduct(3);
    database = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
  });
  after(async () => {
    await database.end();
    await product.stop();
  });

  const keyed = (cookie: string) => ({ cookie, key: randomUUID() });

  const balanceOf = (cookie: string) => product.ask('seller.getBalance', {}, { cookie });

  /** Signs in and lets some time pass, as a stolen cookie is seldom fresh. */
  const stolenCookie = async (): Promise<string> => {
    const cookie = await product.signIn(people.seller.email);
    await database.query(
      `UPDATE auth.session SET "createdAt" = now() - interval '1 day', "provenAt" = now() - interval '1 day'
       WHERE "userId" = (SELECT id FROM auth."user" WHERE email = $1)`,
      [people.seller.email],
    );
    return cookie;
  };

  it('with a stolen session pay nothing out, not even to the seller’s own PIX key', async () => {
    const cookie = await stolenCookie();
    const { available } = await balanceOf(cookie);
    expect(available).to.be.above(0);
    const [own] = (await product.ask('seller.listDestinations', {}, { cookie })).items;
    const toOwn = { amount: available, destinationId: own?.destinationId };
    const tries = [
      await product.refusal(
        'seller.requestWithdrawal',
        { amount: available, pixKey: THIEF },
        keyed(cookie),
      ),
      await product.refusal('seller.requestWithdrawal', toOwn, keyed(cookie)),
      await product.refusal('seller.declareDestination', { pixKey: THIEF }, keyed(cookie)),
    ];
    expect(new Set(tries.map(({ code }) => code))).to.deep.equal(
      new Set(['session/step-up-required']),
    );
  });

  it('with refunds of every old sale after everything was withdrawn, cost the platform nothing', async () => {
    const cookie = await product.signIn(people.seller.email);
    const { available } = await balanceOf(cookie);
    const [own] = (await product.ask('seller.listDestinations', {}, { cookie })).items;
    const all = { amount: available, destinationId: own?.destinationId ?? '' };
    await product.ask('seller.requestWithdrawal', all, keyed(cookie));
    const approved = { status: 'APPROVED', limit: '100' } as const;
    const { items } = await product.ask('seller.listSales', approved, { cookie });
    for (const { paymentId } of items.toReversed()) {
      const input = { paymentId, note: 'Combinado por fora' };
      await product.ask('seller.requestRefund', input, keyed(cookie));
    }
    const ended = await eventually(async () => {
      const refunds = await product.ask('seller.listRefunds', { limit: '100' }, { cookie });
      return refunds.items.some(({ concludedAt }) => concludedAt === null) ? undefined : refunds;
    }, 'all refunds have ended');
    const causes = ended.items.map(({ status, cause }) => `${status} ${cause}`);
    expect(causes).to.include.members(['SETTLED null', 'FAILED insufficient-balance']);
    const balance = await eventually(async () => {
      const now = await balanceOf(cookie);
      return now.held === 0 ? now : undefined;
    }, 'the account has let go of every refund');
    expect(balance).to.include({ available: 0, negative: 0 });
  });

  it('with the password too, tell staff and wait for them before a thief’s PIX key is paid', async () => {
    const cookie = await product.signIn(people.seller.email);
    const asReported = { amount: 1_00, pixKey: THIEF };
    const mistaken = await product.refusal('seller.requestWithdrawal', asReported, keyed(cookie));
    expect(mistaken.code).to.equal('request/invalid-input');
    const declared = { pixKey: THIEF };
    const { destinationId, position: after } = await product.ask(
      'seller.declareDestination',
      declared,
      keyed(cookie),
    );
    const toThief = { amount: 1_00, destinationId };
    const refused = await product.refusal('seller.requestWithdrawal', toThief, keyed(cookie));
    expect(refused.code).to.equal('withdrawal/resting');
    const { items } = await product.ask('seller.listDestinations', { after }, { cookie });
    expect(items.find((each) => each.destinationId === destinationId)?.status).to.equal('WAITING');
  });

  it('by staff who may only read sales, refund nothing, and staff see who opened a buyer’s data', async () => {
    const reader = await product.signIn(people.accountant.email);
    const { items } = await product.ask('admin.listSales', {}, { cookie: reader });
    const paymentId = items[0]?.paymentId ?? '';
    await product.ask('admin.getSale', { paymentId }, { cookie: reader });
    const refund = { paymentId, note: 'Sem permissão' };
    const { code } = await product.refusal('admin.requestRefund', refund, keyed(reader));
    expect(code).to.equal('session/forbidden');
    const admin = await product.signIn(people.admin.email);
    const traces = await eventually(async () => {
      const access = await product.ask('admin.listAccess', {}, { cookie: admin });
      const by = access.items.filter(({ person }) => person.id === people.accountant.staffId);
      return by.length < 2 ? undefined : by;
    }, 'the trail has the sign-in and the sale');
    expect(traces.map(({ kind, address }) => `${kind} ${address}`)).to.have.members([
      'SIGNED_IN 127.0.0.1',
      'DATA_OPENED 127.0.0.1',
    ]);
  });
});
