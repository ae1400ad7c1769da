import { expect } from 'chai';
import type { RecordCommand } from '#/domain/aggregates/record.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { sampleNow as now, sampleEncrypted } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { administratorsOf, listAdministrators, listStaff, staffList, staffOf } from './staff.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('Staff read model', () => {
  let world: ProjectionWorld;
  let count = 0;

  beforeEach(async () => {
    world = await projectionWorld([staffList]);
  });
  afterEach(() => world.close());

  const detailsOf = (platformId: string, permissions: StaffDetails['permissions'] = []) => ({
    platformId,
    contact: sampleEncrypted,
    role: 'FUNCTIONARY' as const,
    permissions,
  });

  type Change =
    | { readonly type: 'Create' | 'Revise'; readonly details: StaffDetails }
    | { readonly type: 'Archive' };

  const send = async (staffId: string, change: Change): Promise<void> => {
    count += 1;
    const command: RecordCommand<StaffDetails> = { ...change, now: addSeconds(now, count) };
    await createCommandHandler({ store: world.store }).handle(staff, `staff-${staffId}`, command, {
      commandId: derivedId('staff', String(count)),
      platform: 'demo',
      actor: `admin:author-${count}`,
      correlation: staffId,
    });
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, ['staff'], 20_000);
  };

  const list = async (isBlocked: boolean, platformId = 'demo') =>
    (await listStaff(world.pool, { platformId, isBlocked }, { limit: 10 })).items;

  it('lists the staff of one platform, the last changed first, with flags, author and revision', async () => {
    await send('a', { type: 'Create', details: detailsOf('demo') });
    await send('b', { type: 'Create', details: detailsOf('demo') });
    await send('c', { type: 'Create', details: detailsOf('other') });
    await send('a', { type: 'Revise', details: detailsOf('demo', ['isSalesAvailable']) });
    const [first, second, ...others] = await list(false);
    expect(first).to.deep.include({ staffId: 'a', revision: 1, permissions: ['isSalesAvailable'] });
    expect(first?.changedBy).to.equal(`admin:author-${count}`);
    expect(second).to.include({ staffId: 'b', revision: 0 });
    expect(others).to.deep.equal([]);
  });

  it('lists blocked staff apart, until they are unblocked', async () => {
    await send('a', { type: 'Create', details: detailsOf('demo', ['isSalesAvailable']) });
    await send('a', { type: 'Archive' });
    expect(await list(false)).to.deep.equal([]);
    const [blocked] = await list(true);
    expect(blocked).to.deep.include({ revision: 1, permissions: ['isSalesAvailable'] });
    await send('a', { type: 'Revise', details: detailsOf('demo', ['isSalesAvailable']) });
    expect(await list(true)).to.deep.equal([]);
    expect((await list(false))[0]).to.include({ revision: 2, isBlocked: false });
  });

  it('lists the administrators of all platforms, blocked ones apart, or only those with given ids', async () => {
    const admin = (platformId: string) => ({ ...detailsOf(platformId), role: 'ADMIN' as const });
    await send('a', { type: 'Create', details: admin('demo') });
    await send('b', { type: 'Create', details: admin('other') });
    await send('c', { type: 'Create', details: detailsOf('demo') });
    await send('d', { type: 'Create', details: admin('demo') });
    await send('d', { type: 'Archive' });
    const ids = async (filters: object, isBlocked = false) => {
      const page = await listAdministrators(world.pool, { isBlocked, ...filters }, { limit: 10 });
      return page.items.map(({ staffId }) => staffId);
    };
    expect(await ids({})).to.deep.equal(['b', 'a']);
    expect(await ids({ platformId: 'demo' })).to.deep.equal(['a']);
    expect(await ids({}, true)).to.deep.equal(['d']);
    expect(await ids({ staffIds: ['a', 'c'] })).to.deep.equal(['a']);
    expect(await ids({ staffIds: [] })).to.deep.equal([]);
    expect(await administratorsOf(world.pool, 'demo')).to.deep.equal(['a']);
  });

  it('finds the records of a person on one platform', async () => {
    await send('a', { type: 'Create', details: detailsOf('demo') });
    await send('b', { type: 'Create', details: detailsOf('other') });
    expect(await staffOf(world.pool, 'demo', sampleEncrypted.subject)).to.deep.equal(['a']);
  });
});
