import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { appOf } from '#/api/auth/testing/authenticator.ts';
import { receiverDetails } from '#/api/testing/receiver-details.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';

const THIEF = 'atacante@example.com';

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

  /** Signs in as the seller. The sign-in and password check look a day old, because a stolen cookie is seldom fresh. */
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
    const [ownDestination] = (await product.ask('seller.listDestinations', {}, { cookie })).items;
    const toOwn = { amount: available, destinationId: ownDestination?.destinationId };
    const refusals = [
      await product.refusal(
        'seller.requestWithdrawal',
        { amount: available, pixKey: THIEF },
        keyed(cookie),
      ),
      await product.refusal('seller.requestWithdrawal', toOwn, keyed(cookie)),
      await product.refusal('seller.declareDestination', { pixKey: THIEF }, keyed(cookie)),
      await product.refusal(
        'seller.reviseReceiver',
        { ...receiverDetails, basedOn: 0 },
        keyed(cookie),
      ),
    ];
    expect(new Set(refusals.map(({ code }) => code))).to.deep.equal(
      new Set(['session/step-up-required']),
    );
  });

  it('with refunds of every old sale after everything was withdrawn, cost the platform nothing', async () => {
    const cookie = await product.signIn(people.seller.email);
    const { available } = await balanceOf(cookie);
    const [ownDestination] = (await product.ask('seller.listDestinations', {}, { cookie })).items;
    const withdrawAll = { amount: available, destinationId: ownDestination?.destinationId ?? '' };
    await product.ask('seller.requestWithdrawal', withdrawAll, keyed(cookie));
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

  it('with the password too, pay no thief’s PIX key before staff approve it', async () => {
    const cookie = await product.signIn(people.seller.email);
    const toRawKey = { amount: 1_00, pixKey: THIEF };
    const withoutDestination = await product.refusal(
      'seller.requestWithdrawal',
      toRawKey,
      keyed(cookie),
    );
    expect(withoutDestination.code).to.equal('request/invalid-input');
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

  it('by staff who may only read sales, refund nothing, and administrators see who opened a buyer’s data', async () => {
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
      const ofAccountant = access.items.filter(
        ({ person }) => person.id === people.accountant.staffId,
      );
      return ofAccountant.length < 2 ? undefined : ofAccountant;
    }, 'the trail has the sign-in and the sale');
    expect(traces.map(({ kind, address }) => `${kind} ${address}`)).to.have.members([
      'SIGNED_IN 127.0.0.1',
      'DATA_OPENED 127.0.0.1',
    ]);
  });

  /** @returns the e-mail of a session's person, or null once the session has ended */
  const emailOf = async (cookie: string): Promise<string | null> =>
    (await product.ask('session.get', {}, { cookie }))?.email ?? null;

  const waitUntilEnded = (cookie: string, how: string): Promise<true> =>
    eventually(async () => ((await emailOf(cookie)) === null ? true : undefined), how);

  /** Makes all sessions of a person older. @param change the SQL that sets their times */
  const age = (email: string, change: string) =>
    database.query(
      `UPDATE auth.session SET ${change} WHERE "userId" = (SELECT id FROM auth."user" WHERE email = $1)`,
      [email],
    );

  it('with a stolen session of staff, last only until its owner ends it, twelve hours without use, or seven days', async () => {
    const { email } = people.operator;
    const [owner, listed, unused] = [
      await product.signIn(email),
      await product.signIn(email),
      await product.signIn(email),
    ];
    const { sessions } = await product.ask('person.listSessions', {}, { cookie: owner });
    expect(sessions.filter(({ isThis }) => !isThis)).to.have.length(2);
    const ofThief = await product.ask('person.listSessions', {}, { cookie: listed });
    const sessionId = ofThief.sessions.find(({ isThis }) => isThis)?.sessionId ?? '';
    await product.ask('person.endSession', { sessionId }, keyed(owner));
    await waitUntilEnded(listed, 'the session that its owner ended');

    await age(email, `"updatedAt" = now() - interval '13 hours'`);
    await waitUntilEnded(unused, 'the session that no one used for a night');

    const [ownersNext, stolen] = [await product.signIn(email), await product.signIn(email)];
    const leave = { origin: product.url, cookie: ownersNext, 'content-type': 'application/json' };
    const body = JSON.stringify({ everywhere: true });
    await fetch(`${product.url}/api/auth/sign-out`, { method: 'POST', headers: leave, body });
    await waitUntilEnded(stolen, 'all sessions of who signs out everywhere');

    const used = await product.signIn(email);
    await age(
      email,
      `"createdAt" = "createdAt" - interval '7 days', "expiresAt" = "expiresAt" - interval '7 days'`,
    );
    await waitUntilEnded(used, 'the session of a week ago, though it was used');
  });

  it('with the password alone, get no session of a person who has a second factor', async () => {
    const { email } = people.operator;
    const owner = await product.signIn(email);
    const { secret } = await product.ask('person.beginSecondFactor', {}, keyed(owner));
    await product.ask('person.confirmSecondFactor', { code: appOf(secret).code() }, keyed(owner));
    expect(await emailOf(owner)).to.equal(email);
    expect(await emailOf(await product.signIn(email))).to.equal(null);
  });

  it('by guessing, find no account with one of the passwords that thieves try first', async () => {
    const invited = ['--master', '--email', 'nova@example.com'];
    const { output } = await runScript('invite', invited, product.environment);
    const token = /\/welcome#([\w-]{43})/.exec(output)?.[1] ?? '';
    const person = { token, email: 'nova@example.com', name: 'Nova Mestra' };
    for (const password of [
      'password1234',
      'qwertyuiop123',
      'razao-demo-2026',
      'nova@example.com',
    ]) {
      const chosen = { ...person, password };
      const { code } = await product.refusal('session.acceptInvitation', chosen);
      expect(code, password).to.equal('password/easily-guessed');
    }
  });

  const filesOnDisk = async (): Promise<readonly string[]> => {
    const entries = await readdir(product.dataDir, { recursive: true, withFileTypes: true });
    return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  };

  it('by copying the disk, read no identity document', async () => {
    const before = (await filesOnDisk()).length;
    const seller = keyed(await product.signIn(people.seller.email));
    const face = `A face ${randomUUID()}`;
    const photo = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(face)]);
    const upload = { kind: 'photoDocument', contentType: 'image/png', size: photo.length } as const;
    const { fileId, url, headers } = await product.ask('seller.requestUpload', upload, seller);
    const put = await fetch(url, { method: 'PUT', headers, body: photo });
    expect(put.status).to.equal(200);
    await product.ask('seller.submitReceiverFile', { fileId }, keyed(seller.cookie));
    const files = await filesOnDisk();
    expect(files.length).to.be.above(before);
    for (const path of files) {
      const bytes = await readFile(path);
      expect(bytes.includes(face), path).to.equal(false);
    }
  });
});
