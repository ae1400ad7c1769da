import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { NO_MAIL } from '#/api/composition/open-mail.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { Person } from '#/api/testing/people.ts';
import { withShortPauses } from '#/api/testing/short-pauses.ts';
import { startMails } from '#/api/workers/due-mails.ts';
import { allRecordsOf } from '#/api/privacy/holds.ts';
import { exportSubject } from '#/api/privacy/export-subject.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { staff } from '#/domain/staff/staff.ts';
import { mailsDueIn } from '#/projections/mails.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

describe('Mails of a platform, as its administrators see them', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const sendTest = async (as: Person, key = randomUUID()): Promise<string> => {
    const headers = { 'idempotency-key': key };
    const answer = await world.post('/api/admin.sendTestMail', {}, { as, headers });
    expect(answer.status, answer.text).to.equal(200);
    return Object(answer.body).position;
  };
  const list = async (as: Person, query = ''): Promise<OutputOf<'admin.listMails'>['items']> => {
    const { status, text, body } = await world.get(`/api/admin.listMails?${query}`, { as });
    expect(status, text).to.equal(200);
    return Object(body).items;
  };

  it('say whether there is a mail server', async () => {
    const { body } = await world.get('/api/admin.getMail', { as: 'admin' });
    expect(body).to.deep.equal({ to: 'nothing', from: null });
  });

  it('list a test mail once, however often the request comes, and only to its own platform', async () => {
    const key = randomUUID();
    const position = await sendTest('admin', key);
    await sendTest('admin', key);
    await sendTest('otherAdmin');
    const [testMail, ...others] = await list('admin', `after=${position}`);
    expect(testMail).to.include({ template: 'test', status: 'WAITING', attempts: 0 });
    expect(testMail?.person).to.deep.equal({
      kind: 'staff',
      id: 'admin-1',
      name: 'admin@example.com',
    });
    expect(others).to.deep.equal([]);
  });

  it('show which mails were not sent, and why', async () => {
    await sendTest('admin');
    const { core, database } = world.services;
    const failures: unknown[] = [];
    const worker = startMails({
      core: withShortPauses(core),
      transport: undefined,
      due: mailsDueIn(database),
      linkOf: async () => undefined,
      blockUrlOf: (id) => `https://razao.example/block-access#${id}`,
      mailPreferencesOf: world.services.sessions.preferences.mailPreferencesOf,
      onFailure: (error) => failures.push(error),
    });
    const none = async () => (await list('admin', 'status=WAITING')).length === 0 || undefined;
    await eventually(none, 'no mail waits');
    await worker.finish();
    expect(failures).to.deep.equal([]);
    const causes = (await list('admin', 'status=WITHHELD')).map(({ cause }) => cause);
    expect(new Set(causes)).to.deep.equal(new Set(['no-mail-server']));
    expect(await list('admin', 'status=ACCEPTED')).to.deep.equal([]);
  });

  it('are in the data export of the person to whom they were sent, and of no other', async () => {
    const { services } = world;
    const exportOf = async (staffId: string) => {
      const { state } = await services.core.handler.load(staff, streamOf('staff', staffId));
      if (state.status === 'ABSENT') throw new Error('no such person');
      const { subject } = state.details.contact;
      const records = await allRecordsOf(services, subject);
      const context = { actor: 'admin', reason: 'Pedido do titular' };
      return exportSubject(services, { subject, platformId: 'demo' }, records, context);
    };
    await sendTest('admin');
    const { mails } = await exportOf('admin-1');
    expect(mails.at(-1)).to.include({ template: 'test', status: 'WAITING' });
    expect((await exportOf('clerk-1')).mails).to.deep.equal([]);
  });
});

describe('Where the mails of a platform go', () => {
  let world: ApiWorld;
  const destination = { to: 'server', from: 'contas@razao.example' } as const;

  before(async () => {
    world = await apiWorld({ mail: { ...NO_MAIL, destination } });
  });
  after(() => world.close());

  it('is shown with the secret address for reports, which all platforms share, to masters alone', async () => {
    const read = async (procedure: string, as: Person) =>
      (await world.get(`/api/${procedure}`, { as })).body;
    expect(await read('admin.getMail', 'admin')).to.deep.equal(destination);
    const { reports, ...rest } = Object(await read('master.getMail', 'master'));
    expect(rest).to.deep.equal(destination);
    expect(reports).to.match(/\/api\/mail-reports\/[\w-]{43}$/);
    expect((await world.get('/api/master.getMail', { as: 'admin' })).status).to.equal(403);
  });
});
