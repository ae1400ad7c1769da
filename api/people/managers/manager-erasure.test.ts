import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { requestErasure } from '#/api/privacy/erase-subject.ts';
import { exportSubject } from '#/api/privacy/export-subject.ts';
import { allRecordsOf } from '#/api/privacy/holds.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { manager } from '#/domain/manager/manager.ts';
import { reapplyErasures } from '#/ledger/vault/reapply-erasures.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

describe('Personal data of managers', () => {
  let world: ApiWorld;
  let gil: NewPerson;

  before(async () => {
    world = await apiWorld();
    gil = await world.newManager();
  });
  after(() => world.close());

  const subjectOf = async (): Promise<string> => {
    const { handler } = world.services.core;
    const { state } = await handler.load(manager, streamOf('manager', gil.personId));
    if (state.status === 'ABSENT') throw new Error('the manager is there');
    return state.details.contact.subject;
  };

  const erasureRequest = () => ({
    commandId: randomUUID(),
    actor: 'admin:admin-1',
    reason: 'Pedido',
  });

  it('are exported with sign-ins and sessions', async () => {
    await world.cookieOf(gil);
    const person = { subject: await subjectOf(), platformId: 'demo' };
    const by = { actor: 'admin:admin-1', reason: 'Pedido do titular' };
    const exported = await eventually(async () => {
      const records = await allRecordsOf(world.services, person.subject);
      const all = await exportSubject(world.services, person, records, by);
      return all.accesses.length > 0 ? all : undefined;
    }, 'the sign-in is on record');
    expect(exported.records.map(({ kind, id }) => [kind, id])).to.deep.equal([
      ['manager', gil.personId],
    ]);
    expect(exported.signIns.map(({ email, sessions }) => [email, sessions.length])).to.deep.equal([
      [gil.email, 1],
    ]);
    expect(exported.accesses[0]).to.include({ kind: 'SIGNED_IN', address: '127.0.0.1' });
  });

  it('are not erased while the manager is not blocked, and are erased with the sign-in afterwards', async () => {
    const person = { subject: await subjectOf(), platformId: 'demo' };
    const early = await requestErasure(world.services, person, erasureRequest());
    expect(early.state.holds.contact).to.not.equal(undefined);
    const change = { managerId: gil.personId, basedOn: 0 };
    const blocked = await world.post('/api/admin.blockManager', change, { as: 'admin' });
    expect(blocked.status, blocked.text).to.equal(200);
    const erasure = await requestErasure(world.services, person, erasureRequest());
    expect(erasure.state.erased).to.include('contact');
    const { rows } = await world.services.database.query(
      'SELECT FROM auth."user" WHERE email = $1',
      [gil.email],
    );
    expect(rows).to.have.length(0);
    const path = '/api/admin.listManagers?state=BLOCKED';
    const { items } = Object((await world.get(path, { as: 'admin' })).body);
    expect(items[0]).to.include({ managerId: gil.personId, email: null, name: null });
    expect((await reapplyErasures(world.services.core)).accounts.manager).to.deep.equal([
      gil.personId,
    ]);
  });
});
