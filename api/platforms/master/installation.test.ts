import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { mailLink } from '#/api/auth/links/mail-link.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { Installation } from '#/api/contract/installation.ts';
import type { MailLine } from '#/api/contract/mail.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, people } from '#/api/testing/people.ts';
import { projections } from '#/projections/registry.ts';

const { masterId } = people.master;

describe('What all platforms of an installation share', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const listMails = async (filter = ''): Promise<readonly MailLine[]> => {
    const after = await world.store.head();
    const path = `/api/master.listMails?after=${after}${filter}`;
    return Object((await world.get(path, { as: 'master' })).body).items;
  };

  it('includes the state of each read model and of the seals', async () => {
    const { body, status } = await world.get('/api/master.getInstallation', { as: 'master' });
    expect(status).to.equal(200);
    const { readModels, seals }: Installation = Object(body);
    const live = readModels.filter((each) => each.status === 'live').map(({ name }) => name);
    expect(live.toSorted()).to.deep.equal(projections.map(({ name }) => name).toSorted());
    for (const { lag, bytes, failure } of readModels) {
      expect(lag).to.be.at.least(0);
      expect(bytes).to.be.greaterThan(0);
      expect(failure).to.equal(null);
    }
    expect(seals.last, 'no sealer runs here').to.equal(null);
    expect(seals.waiting).to.be.greaterThan(0);
  });

  it('names the error of a stopped read model, without its message, which may quote rows', async () => {
    const { database } = world.services;
    const name = 'refunds';
    const set = async (status: string, error: string | null) =>
      database.query(`UPDATE projections.checkpoint SET status = $2, error = $3 WHERE name = $1`, [
        name,
        status,
        error,
      ]);
    await set('degraded', 'RowsRefused: Ana Souza, 52998224725');
    const { text } = await world.get('/api/master.getInstallation', { as: 'master' });
    await set('live', null);
    const stopped = JSON.parse(text).readModels.find(
      (each: { name: string }) => each.name === name,
    );
    expect(stopped).to.include({ status: 'degraded', failure: 'RowsRefused' });
    expect(text).to.not.include('52998224725').and.not.include('Ana Souza');
  });

  it('includes the mails to masters and the invitations of administrators, and no others', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const countBefore = (await listMails()).length;
    await world.post('/api/admin.sendTestMail', {}, { as: 'admin', headers });
    const functionary = { email: 'nova-funcionaria@loja.example', permissions: [] };
    await world.post('/api/admin.inviteFunctionary', functionary, { as: 'admin' });
    expect(await listMails()).to.have.length(countBefore);

    const email = 'nova@loja.example';
    await world.post(
      '/api/master.inviteAdministrator',
      { platformId: 'other', email },
      { as: 'master' },
    );
    const { core, sessions } = world.services;
    const linkId = (await sessions.recovery.make(emailOf('master'))) ?? '';
    const to = { kind: 'master', personId: masterId, platformId: 'installation' } as const;
    const link = { template: 'recovery', linkId, to, language: 'pt', actor: 'system' } as const;
    await mailLink(core, link);
    const [first, second, ...earlier] = await listMails();
    expect(first).to.include({ template: 'recovery', status: 'WAITING' });
    expect(first?.person).to.deep.equal({
      kind: 'master',
      id: masterId,
      name: emailOf('master'),
    });
    expect(second).to.include({ template: 'invitation' });
    expect(second?.person).to.include({ kind: 'staff', name: email });
    expect(earlier).to.have.length(countBefore);
    expect(await listMails('&status=FAILED')).to.deep.equal([]);
    expect(await listMails('&status=WAITING')).to.have.length(countBefore + 2);
  });

  it('is not shown to staff or sellers, and a mail of a platform is not theirs to release', async () => {
    for (const as of ['admin', 'clerk', 'ana'] as const)
      for (const name of ['getInstallation', 'getMail', 'listMails'])
        expect((await world.get(`/api/master.${name}`, { as })).status).to.equal(403);
    const { body } = await world.get('/api/admin.listMails', { as: 'admin' });
    const [ofPlatform] = Object(body).items;
    const input = { mailId: ofPlatform.mailId };
    const refused = await world.post('/api/master.releaseMailbox', input, { as: 'master' });
    expect(problem.parse(refused.body).code).to.equal('resource/not-found');
  });
});
