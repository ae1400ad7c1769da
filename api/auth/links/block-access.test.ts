import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { mailingWorld, type MailedLink, type MailingWorld } from '#/api/testing/mailing-world.ts';
import { PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import type { MailContent } from '#/domain/mail/events.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

describe('Link of a security mail', () => {
  let world: MailingWorld;
  let ana: NewPerson;

  before(async () => {
    world = await mailingWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    ana = await world.newSeller();
  });

  /** Requests a security mail. @returns the mail's link */
  const noticeOf = async (
    content?: MailContent,
    at = world.services.core.now(),
  ): Promise<MailedLink> => {
    const { handler } = world.services.core;
    const mailId = randomUUID();
    const requested = {
      platformId: 'demo',
      to: { kind: 'seller', personId: ana.personId },
      language: 'pt-BR',
      content: content ?? { template: 'new-device', signedInAt: at, address: null },
      at,
    } as const;
    const command = { type: 'RequestMail', mail: requested } as const;
    const context = { commandId: mailId, platform: 'demo', actor: 'system', correlation: mailId };
    await handler.handle(mail, streamOf('mail', mailId), command, context);
    const url = world.services.sessions.blocking.urlOf(mailId);
    return { url, token: url.split('#')[1] ?? '' };
  };

  const open = (token: string): Promise<ApiAnswer> =>
    world.post('/api/session.openBlock', { token });
  const block = (token: string): Promise<ApiAnswer> =>
    world.post('/api/session.blockAccess', { token });
  const signIn = (password = PASSWORD): Promise<ApiAnswer> =>
    world.post('/api/auth/sign-in/email', { email: ana.email, password });
  const signOuts = async () =>
    (await Array.fromAsync(world.store.readAll({})))
      .flat()
      .filter(({ type }) => type === 'SignedOut');
  const codeIn = ({ body }: ApiAnswer): string => problem.parse(body).code;

  it('is in the mail, ends all sessions and the password, and pauses withdrawals', async () => {
    const { email, personId } = ana;
    const [cookie, before] = [await world.cookieOf(ana), await signOuts()];
    const { url, token } = await noticeOf();
    expect(await world.linkTo(email)).to.deep.equal({ url, token });
    expect((await open(token)).body).to.include({ email, template: 'new-device' });
    expect((await world.get('/api/session.get', { headers: { cookie } })).body).not.to.equal(null);
    expect((await block(token)).status).to.equal(200);
    expect((await world.get('/api/session.get', { headers: { cookie } })).body).to.equal(null);
    expect((await signIn()).status).to.equal(401);
    const until = await world.services.sessions.findWithdrawalPause(personId);
    expect(until).not.to.equal(undefined);
    const ended = (await signOuts()).slice(before.length);
    expect(ended.map(({ data }) => JSON.parse(data).cause)).to.deep.equal(['BLOCKED']);
  });

  it('lets the person choose another password by a recovery link', async () => {
    const [{ email }, { token }] = [ana, await noticeOf()];
    await block(token);
    await world.post('/api/session.requestRecovery', { email });
    const password = 'cavalo bateria grampo';
    const link = await eventually(
      async () => (await world.linksTo(email)).find(({ url }) => url.includes('/welcome')),
      'the mail with a link for a new password',
    );
    const input = { token: link.token, email, password };
    expect((await world.post('/api/session.acceptInvitation', input)).status).to.equal(200);
    expect((await signIn(password)).status).to.equal(200);
  });

  it('works once, also when it is used several times at once', async () => {
    const { token } = await noticeOf();
    const answers = await Promise.all(Array.from({ length: 4 }, () => block(token)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(codeIn(await open(token))).to.equal('session/link-over');
    expect(codeIn(await block(token))).to.equal('session/link-over');
  });

  it('is refused with one and the same answer when it is expired, forged, of another mail, or of a mail that blocks nothing', async () => {
    const { token } = await noticeOf();
    const [mailId = '', proof = ''] = token.split('.');
    const expired = await noticeOf(undefined, '2026-01-01T12:00:00.000Z');
    const testMail = await noticeOf({ template: 'test' });
    const other = await noticeOf();
    const forged = [
      `${other.token.split('.')[0]}.${proof}`,
      `${mailId}.`,
      `${token}=`,
      `${mailId}. ${proof}`,
      `${mailId}.!${proof}`,
      `${mailId}.${proof}.`,
      `${mailId}.${'A'.repeat(43)}`,
      `.${proof}`,
      '',
      '.',
      'x'.repeat(5_000),
    ];
    const texts = new Set<string>();
    for (const bad of [...forged, expired.token, testMail.token]) {
      for (const answer of [await open(bad), await block(bad)]) {
        const { requestId: _, ...answered } = problem.parse(answer.body);
        expect(answer.status, bad).to.equal(404);
        texts.add(JSON.stringify(answered));
      }
    }
    expect(texts.size).to.equal(1);
    expect((await signIn()).status).to.equal(200);
  });

  it('is in no event and in no log line', async () => {
    const { token } = await noticeOf();
    await world.linkTo(ana.email);
    await block(token);
    const proof = token.split('.')[1] ?? '';
    const log = JSON.stringify(await Array.fromAsync(world.store.readAll({})), (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(log + world.logged.join('')).not.to.include(proof);
  });

  it('can be used again after its first use failed', async () => {
    const { sessions } = world.services;
    const { token } = await noticeOf();
    const mailId = sessions.blocking.mailIdOf(token) ?? '';
    const died = await sessions.blocking
      .use({ mailId, email: ana.email }, () => Promise.reject(new Error('killed')))
      .catch(String);
    expect(died).to.equal('Error: killed');
    expect((await block(token)).status).to.equal(200);
  });
});
