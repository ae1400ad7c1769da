import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { mailingWorld, type MailingWorld } from '#/api/testing/mailing-world.ts';
import { PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const password = 'cavalo bateria grampo';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('A master', () => {
  let world: MailingWorld;
  let mara: NewPerson;

  before(async () => {
    world = await mailingWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    mara = await world.newMaster();
  });

  const signIn = (withPassword: string): Promise<ApiAnswer> =>
    world.post('/api/auth/sign-in/email', {
      email: mara.email,
      password: withPassword,
      area: 'master',
    });

  const isSignedIn = async (cookie: string): Promise<boolean> =>
    (await world.get('/api/session.get', { headers: { cookie } })).body !== null;

  const linkOn = (page: '/welcome' | '/block-access') =>
    eventually(
      async () => (await world.linksTo(mara.email)).find(({ url }) => url.includes(page)),
      `a mail with a link to ${page}`,
    );

  const accept = (token: string): Promise<ApiAnswer> =>
    world.post('/api/session.acceptInvitation', { token, email: mara.email, password });

  const open = (token: string): Promise<ApiAnswer> =>
    world.post('/api/session.openInvitation', { token });

  /** Requests a security mail. */
  const requestSecurityMail = async (): Promise<void> => {
    const { handler, now } = world.services.core;
    const [mailId, at] = [randomUUID(), now()];
    const mailed = {
      platformId: INSTALLATION_ID,
      to: { kind: 'master', personId: mara.personId },
      language: 'pt-BR',
      content: { template: 'new-password', changedAt: at, address: null },
      at,
    } as const;
    const command = { type: 'RequestMail', mail: mailed } as const;
    const context = { commandId: mailId, platform: INSTALLATION_ID, correlation: mailId };
    const stream = streamOf('mail', mailId);
    await handler.handle(mail, stream, command, { ...context, actor: 'system' });
  };

  const eventsOf = async (type: string) =>
    (await Array.fromAsync(world.store.readAll({})))
      .flat()
      .filter((event) => event.type === type)
      .map(({ data }) => JSON.parse(data))
      .filter(({ personId }) => personId === mara.personId);

  it('who forgot the password gets a link by mail, which works once and ends their sessions', async () => {
    const { email } = mara;
    const cookie = await world.cookieOf(mara);
    await world.post('/api/session.requestRecovery', { email });
    const { url, token } = await linkOn('/welcome');
    expect(url.startsWith(world.url)).to.equal(true);
    const opened = { kind: 'recovery', email, platformName: null };
    expect((await open(token)).body).to.deep.equal(opened);
    expect((await open(token)).body, 'opening it uses nothing up').to.deep.equal(opened);
    expect(codeOf(await accept(token))).to.equal('done');
    expect(await isSignedIn(cookie)).to.equal(false);
    expect((await signIn(PASSWORD)).status).to.equal(401);
    expect((await signIn(password)).body).to.include({
      role: 'MASTER',
      platformId: INSTALLATION_ID,
    });
    expect(codeOf(await accept(token)), 'once').to.equal('invitation/not-usable');
    const [ended] = await eventsOf('SignedOut');
    expect(ended).to.include({
      kind: 'master',
      cause: 'NEW_PASSWORD',
      platformId: INSTALLATION_ID,
    });
  });

  it('gets with a security mail a link that ends all access, once', async () => {
    const { email } = mara;
    const cookieBefore = await world.cookieOf(mara);
    await world.post('/api/session.requestRecovery', { email });
    await accept((await linkOn('/welcome')).token);
    const signedIn = await signIn(password);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    await requestSecurityMail();
    const { token } = await linkOn('/block-access');
    const opened = await world.post('/api/session.openBlock', { token });
    expect(opened.body).to.include({ email });
    expect(await isSignedIn(cookie), 'opening it changes nothing').to.equal(true);
    expect(codeOf(await world.post('/api/session.blockAccess', { token }))).to.equal('done');
    expect([await isSignedIn(cookie), await isSignedIn(cookieBefore)]).to.deep.equal([
      false,
      false,
    ]);
    expect((await signIn(password)).status).to.equal(401);
    const repeated = await world.post('/api/session.blockAccess', { token });
    expect(codeOf(repeated)).to.equal('session/link-over');
    const causes = (await eventsOf('SignedOut')).map(({ cause }) => cause);
    expect(causes).to.deep.equal(['NEW_PASSWORD', 'BLOCKED']);
  });

  it('who ended all access gets a link for a new password at once, and the earlier ones have ended', async () => {
    const { email } = mara;
    const { sessions } = world.services;
    await world.post('/api/session.requestRecovery', { email });
    const earlier = await linkOn('/welcome');
    await requestSecurityMail();
    const { token } = await linkOn('/block-access');
    expect(codeOf(await world.post('/api/session.blockAccess', { token }))).to.equal('done');
    expect(codeOf(await open(earlier.token))).to.equal('invitation/not-usable');
    expect(codeOf(await accept(earlier.token))).to.equal('invitation/not-usable');
    const linkId = await sessions.recovery.make(email);
    const link = await sessions.recovery.find(linkId ?? '');
    expect(codeOf(await accept(link?.url.split('#')[1] ?? ''))).to.equal('done');
    expect((await signIn(password)).body).to.include({ role: 'MASTER' });
  });
});
