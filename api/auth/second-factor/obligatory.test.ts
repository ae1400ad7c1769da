import { expect } from 'chai';
import { switchOnFactor } from '#/api/auth/testing/authenticator.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { Client } from '#/api/live/testing/client.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Second factor of an installation', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld({ demo: 'none' });
  });
  after(() => world.close());

  /** Makes an administrator record for this person's user. @returns the record's id */
  const makeAdmin = async ({ email }: NewPerson): Promise<string> => {
    const { personId } = await world.newAdmin();
    await world.services.database.query(
      `UPDATE auth.membership SET user_id = (SELECT id FROM auth."user" WHERE email = $1) WHERE person_id = $2`,
      [email, personId],
    );
    return personId;
  };

  it('is obligatory for administrators, who reach nothing but their own access without it', async () => {
    const admin = await world.newAdmin();
    const get = (path: string) => world.get(`/api/${path}`, { as: admin });
    expect((await get('session.get')).body).to.include({ lacksSecondFactor: true });
    expect(codeOf(await get('admin.listStaff'))).to.equal('session/second-factor-missing');
    for (const name of ['export.sales', 'export.journal']) {
      const exported = await get(`${name}?from=2026-11-01&to=2026-11-30`);
      expect(codeOf(exported), name).to.equal('session/second-factor-missing');
    }
    expect(codeOf(await get('person.listSessions'))).to.equal('done');
    const cookie = await world.cookieOf(admin);
    const client = await new Client(world.url, { cookie }).opened();
    for (const topic of ['platform:demo', 'sales:seller-1', 'balance:seller-1']) {
      client.subscribe(topic);
      const answer = await client.receives(
        (message) => 'topic' in message && message.topic === topic,
      );
      expect(answer, topic).to.include({ code: 'session/second-factor-missing' });
    }
    client.socket.terminate();

    await switchOnFactor(world, admin);
    expect((await get('session.get')).body).to.include({ lacksSecondFactor: false });
    expect(codeOf(await get('admin.listStaff'))).to.equal('done');
    const removed = await world.post('/api/person.removeSecondFactor', {}, { as: admin });
    expect(codeOf(removed)).to.equal('session/second-factor-obligatory');
  });

  it('is needed again by a user who switched it off as a seller, and then acts as an administrator', async () => {
    const bia = await world.newSeller();
    await switchOnFactor(world, bia);
    const post = (name: string, input: object) => world.post(`/api/${name}`, input, { as: bia });
    expect(codeOf(await post('person.removeSecondFactor', {}))).to.equal('done');
    const member = { kind: 'staff', personId: await makeAdmin(bia) };
    expect(codeOf(await post('person.chooseMembership', member))).to.equal('done');
    const listed = await world.get('/api/admin.listStaff', { as: bia });
    expect(codeOf(listed)).to.equal('session/second-factor-missing');
  });

  it('is obligatory for an administrator who acts as a seller, and on record for both', async () => {
    const [ana, admin] = [await world.newSeller(), await world.newAdmin()];
    const ids = [ana.personId, await makeAdmin(ana)];
    await switchOnFactor(world, ana);
    await switchOnFactor(world, admin);
    const removed = await world.post('/api/person.removeSecondFactor', {}, { as: ana });
    expect(codeOf(removed)).to.equal('session/second-factor-obligatory');
    await eventually(async () => {
      const path = '/api/admin.listAccess?kind=SECOND_FACTOR&personId=';
      const lists = await Promise.all(ids.map((id) => world.get(`${path}${id}`, { as: admin })));
      return lists.every(({ text }) => text.includes('"change":"ON"')) || undefined;
    }, 'both have it on the trail');
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
