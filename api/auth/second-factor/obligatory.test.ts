import { expect } from 'chai';
import { switchOnFactor } from '#/api/auth/testing/authenticator.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type Answer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf } from '#/api/testing/people.ts';

const codeOf = ({ status, body }: Answer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Second factor of an installation', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld({ demo: 'none' });
  });
  after(() => world.close());

  it('is obligatory for administrators, who reach nothing but their own access without it', async () => {
    const get = (path: string) => world.get(`/api/${path}`, { as: 'admin' });
    expect((await get('session.get')).body).to.include({ lacksSecondFactor: true });
    expect(codeOf(await get('admin.listStaff'))).to.equal('session/second-factor-missing');
    for (const name of ['export.sales', 'export.journal']) {
      const exported = await get(`${name}?from=2026-11-01&to=2026-11-30`);
      expect(codeOf(exported), name).to.equal('session/second-factor-missing');
    }
    expect(codeOf(await get('person.listSessions'))).to.equal('done');

    await switchOnFactor(world, 'admin');
    expect((await get('session.get')).body).to.include({ lacksSecondFactor: false });
    expect(codeOf(await get('admin.listStaff'))).to.equal('done');
    const removed = await world.post('/api/person.removeSecondFactor', {}, { as: 'admin' });
    expect(codeOf(removed)).to.equal('session/second-factor-obligatory');
  });

  it('is asked again of who switched it off as a seller, and goes on as an administrator', async () => {
    const { database } = world.services;
    await database.query(
      `UPDATE auth.membership SET user_id = (SELECT id FROM auth."user" WHERE email = $1) WHERE person_id = 'deputy-1'`,
      [emailOf('bia')],
    );
    await switchOnFactor(world, 'bia');
    const post = (name: string, input: object) => world.post(`/api/${name}`, input, { as: 'bia' });
    expect(codeOf(await post('person.removeSecondFactor', {}))).to.equal('done');
    const deputy = { kind: 'staff', personId: 'deputy-1' };
    expect(codeOf(await post('person.chooseMembership', deputy))).to.equal('done');
    const listed = await world.get('/api/admin.listStaff', { as: 'bia' });
    expect(codeOf(listed)).to.equal('session/second-factor-missing');
  });

  it('is a choice of sellers and functionaries', async () => {
    for (const as of ['ana', 'accountant'] as const) {
      const { body } = await world.get('/api/session.get', { as });
      expect(body, as).to.include({ lacksSecondFactor: false });
      const state = (await world.get('/api/person.getSecondFactor', { as })).body;
      expect(state, as).to.include({ isObligatory: false });
    }
  });
});
