import { expect } from 'chai';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { mailingWorld, type MailingWorld } from '#/api/testing/mailing-world.ts';
import { PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { seller } from '#/domain/seller/seller.ts';

const password = 'cavalo bateria grampo';

describe('Link for a new password', () => {
  let world: MailingWorld;
  let ana: NewPerson;

  before(async () => {
    world = await mailingWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    ana = await world.newSeller();
  });

  const request = (
    email: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiAnswer> => world.post('/api/session.requestRecovery', { email }, { headers });

  const accept = (token: string, email: string): Promise<ApiAnswer> =>
    world.post('/api/session.acceptInvitation', { token, email, password });

  const signIn = ({ email }: NewPerson, withPassword: string): Promise<ApiAnswer> =>
    world.post('/api/auth/sign-in/email', { email, password: withPassword });

  const countMails = async (): Promise<number> =>
    (await Array.fromAsync(world.store.readAll({})))
      .flat()
      .filter(({ type }) => type === 'MailRequested').length;

  it('is mailed to the person, gives a new password once, and ends all their sessions', async () => {
    const { email } = ana;
    const before = await signIn(ana, PASSWORD);
    const cookie = before.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    expect((await request(email.toUpperCase())).body).to.deep.equal({ to: 'outbox' });
    const { url, token } = await world.linkTo(email);
    expect(url.startsWith(world.url)).to.equal(true);
    const opened = await world.post('/api/session.openInvitation', { token });
    expect(opened.body).to.deep.equal({ kind: 'recovery', email, platformName: null });
    expect((await accept(token, email)).status).to.equal(200);
    expect((await signIn(ana, PASSWORD)).status).to.equal(401);
    expect((await signIn(ana, password)).status).to.equal(200);
    const session = await world.get('/api/session.get', { headers: { cookie } });
    expect(session.body).to.equal(null);
    expect((await accept(token, email)).status, 'once').to.equal(404);
  });

  it('leads to our address, whatever host the request names', async () => {
    await request(ana.email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    const { url } = await world.linkTo(ana.email);
    expect(url.startsWith(world.url)).to.equal(true);
  });

  it('has its token in no event and in no row', async () => {
    await request(ana.email);
    const { token } = await world.linkTo(ana.email);
    const log = JSON.stringify(await Array.fromAsync(world.store.readAll({})), (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(log).to.not.include(token);
    const { rows } = await world.services.database.query('SELECT * FROM auth.recovery');
    expect(JSON.stringify(rows)).to.not.include(token);
  });

  it('is answered alike for an unknown address, to which nothing is mailed', async () => {
    const before = await countMails();
    const [ofUser, unknown] = [await request(ana.email), await request('ninguem@example.com')];
    expect(unknown.body).to.deep.equal(ofUser.body);
    expect(unknown.status).to.equal(ofUser.status);
    await world.linkTo(ana.email);
    expect(await countMails()).to.equal(before + 1);
  });

  it('is mailed once, however often it is requested within ten minutes, also at the same moment', async () => {
    const [bia, before] = [await world.newSeller(), await countMails()];
    await Promise.all(Array.from({ length: 8 }, () => request(ana.email)));
    await world.linkTo(ana.email);
    await request(ana.email);
    await request(bia.email);
    await world.linkTo(bia.email);
    expect(await countMails()).to.equal(before + 2);
  });

  it('can be used also after a later one was made, and its use ends all of them', async () => {
    const { database, sessions } = world.services;
    const { email } = ana;
    await request(email);
    const { token: first } = await world.linkTo(email);
    await database.query(`UPDATE auth.recovery SET requested_at = now() - interval '11 minutes'`);
    const linkId = await sessions.recovery.make(email);
    const second = (await sessions.recovery.find(linkId ?? ''))?.url.split('#')[1] ?? '';
    expect((await accept(first, email)).status).to.equal(200);
    expect((await accept(second, email)).status).to.equal(404);
  });

  it('is not made more than five times a day', async () => {
    const { database, sessions } = world.services;
    const linkIds: unknown[] = [];
    for (let count = 0; count < 7; count += 1) {
      linkIds.push(await sessions.recovery.make(ana.email));
      await database.query(
        `UPDATE auth.recovery SET requested_at = requested_at - interval '11 minutes'`,
      );
    }
    expect(linkIds.filter((linkId) => linkId !== undefined)).to.have.length(5);
  });

  it('counts towards the pause and the daily limit even when it was used', async () => {
    const { database, sessions } = world.services;
    const { email } = ana;
    await request(email);
    const { token } = await world.linkTo(email);
    expect((await accept(token, email)).status).to.equal(200);
    expect(await sessions.recovery.make(email), 'within ten minutes').to.equal(undefined);
    for (let count = 1; count < 5; count += 1) {
      await database.query(
        `UPDATE auth.recovery SET requested_at = requested_at - interval '11 minutes'`,
      );
      expect(await sessions.recovery.make(email)).not.to.equal(undefined);
    }
    await database.query(
      `UPDATE auth.recovery SET requested_at = requested_at - interval '11 minutes'`,
    );
    expect(await sessions.recovery.make(email), 'a sixth').to.equal(undefined);
  });

  it('is over once its person is archived, signs in by another address, or has no password', async () => {
    const { core, database, sessions } = world.services;
    const tokenFor = async ({ email }: NewPerson): Promise<string> => {
      const linkId = await sessions.recovery.make(email);
      return (await sessions.recovery.find(linkId ?? ''))?.url.split('#')[1] ?? '';
    };
    const [bia, admin] = [await world.newSeller(), await world.newAdmin()];
    const tokens = [await tokenFor(ana), await tokenFor(bia), await tokenFor(admin)] as const;
    const context = { commandId: core.machine.uuid(), platform: 'demo', actor: 'system' } as const;
    await core.handler.handle(
      seller,
      streamOf('seller', ana.personId),
      { type: 'Archive', now: core.now() },
      { ...context, correlation: ana.personId },
    );
    await database.query(`UPDATE auth."user" SET email = 'nova@example.com' WHERE email = $1`, [
      bia.email,
    ]);
    await database.query(
      `DELETE FROM auth.account USING auth."user" AS who WHERE who.id = "userId" AND email = $1`,
      [admin.email],
    );
    const answers = [
      await accept(tokens[0], ana.email),
      await accept(tokens[1], 'nova@example.com'),
      await accept(tokens[2], admin.email),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404]);
    expect(await sessions.recovery.make(admin.email)).to.equal(undefined);
    expect((await signIn(ana, PASSWORD)).status).to.equal(200);
  });

  it('cannot be used or mailed once it has expired', async () => {
    const { database, sessions } = world.services;
    const linkId = await sessions.recovery.make(ana.email);
    const token = (await sessions.recovery.find(linkId ?? ''))?.url.split('#')[1] ?? '';
    await database.query(`UPDATE auth.recovery SET expires_at = now() - interval '1 second'`);
    expect(await sessions.recovery.find(linkId ?? '')).to.equal(undefined);
    expect((await accept(token, ana.email)).status).to.equal(404);
    expect((await signIn(ana, PASSWORD)).status).to.equal(200);
  });

  it('works for no other address, and creates no person', async () => {
    const [{ sessions }, bia] = [world.services, await world.newSeller()];
    const linkId = await sessions.recovery.make(ana.email);
    const token = (await sessions.recovery.find(linkId ?? ''))?.url.split('#')[1] ?? '';
    expect((await accept(token, bia.email)).status).to.equal(404);
    expect((await accept(token, 'another@example.com')).status).to.equal(404);
    expect((await signIn(bia, PASSWORD)).status).to.equal(200);
    expect((await accept(token, ana.email)).status, 'it is still good').to.equal(200);
  });

  it('is not mailed to a person whose record is archived', async () => {
    const { core } = world.services;
    const [bia, before] = [await world.newSeller(), await countMails()];
    const context = { commandId: core.machine.uuid(), platform: 'demo', actor: 'system' } as const;
    await core.handler.handle(
      seller,
      streamOf('seller', ana.personId),
      { type: 'Archive', now: core.now() },
      { ...context, correlation: ana.personId },
    );
    await request(ana.email);
    await request(bia.email);
    await world.linkTo(bia.email);
    expect(await countMails()).to.equal(before + 1);
  });
});
