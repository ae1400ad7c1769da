import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { runScript } from '#/scripts/testing/run-script.ts';

describe('npm run notices', () => {
  let database: TestDatabase;
  let world: ApiWorld;

  before(async () => {
    database = await testDatabase();
    world = await apiWorld({ database });
  });
  after(() => world.close());

  const run = (...options: readonly string[]) =>
    runScript('notices', options, { DATABASE_URL: database.url });

  const idsOf = async (as: Person): Promise<readonly string[]> => {
    const { body } = await world.get('/api/admin.listNotices', { as });
    const items: readonly { readonly noticeId: string }[] = Object(body).items;
    return items.map(({ noticeId }) => noticeId);
  };

  it('reports that no notices were received', async () => {
    const { code, output } = await run();
    expect(output).to.equal(
      'No notice of these was received.\n' +
        'Waiting to be looked up: 0 genuine, 0 unproved. Unproved in all: 0.\n',
    );
    expect(code).to.equal(0);
  });

  it('lists notices without a platform, which administrators can neither list, read nor redeliver', async () => {
    // One sandbox account serves all platforms.
    expect((await world.post('/api/webhooks/sandbox', { forged: true })).status).to.equal(401);
    expect((await world.post('/api/webhooks/sandbox/demo', { forged: true })).status).to.equal(401);
    const lines = (await run()).output.split('\n');
    expect(lines[0]).to.match(/^20\S+Z {2}sandbox {2}UNAUTHORIZED {2}0 {2}- {2}notice: /);
    expect(lines[1]).to.match(/^Waiting/);
    expect((await run('--platform', 'demo')).output.split('\n')).to.have.length(3);
    expect((await run('--outcome', 'FAILED')).output).to.match(/^No notice/);

    const { rows } = await world.services.database.query<{ id: string }>(
      'SELECT notice_id AS id FROM webhooks.notice WHERE platform_id IS NULL',
    );
    const noticeId = rows[0]?.id ?? '';
    for (const as of ['admin', 'otherAdmin'] as const) {
      expect(await idsOf(as)).to.not.include(noticeId);
      const read = `/api/admin.getNotice?noticeId=${encodeURIComponent(noticeId)}`;
      expect((await world.get(read, { as })).status).to.equal(404);
      const redelivery = await world.post('/api/admin.redeliverNotice', { noticeId }, { as });
      expect(redelivery.status).to.equal(404);
    }
    expect(await idsOf('admin')).to.have.length(1);
    expect(await idsOf('otherAdmin')).to.have.length(0);
  });

  it('reports an invalid option in one sentence', async () => {
    expect((await run('--limit', '0')).output).to.equal('--limit is a number from 1 to 1000.\n');
    expect((await run('--outcome', 'x')).output).to.match(/^--outcome is one of RECEIVED, .*\.\n$/);
    expect((await run('--limit', '0')).code).to.equal(1);
  });
});
