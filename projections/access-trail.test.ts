import { expect } from 'chai';
import type { AccessAction } from '#/domain/access/commands.ts';
import { access } from '#/domain/access/decider.ts';
import { accessStream } from '#/domain/values/ids.ts';
import { sampleNow as now, sampleEncrypted as encrypted } from '#/domain/testing/samples.ts';
import { addSeconds, monthOf } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { accessTrail, listAccess } from './access-trail.ts';
import { rebuild } from './engine/rebuild/rebuild.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

const DAY = 24 * 60 * 60;

describe('Access trail', () => {
  let world: ProjectionWorld;

  before(async () => {
    world = await projectionWorld([accessTrail]);
    const requests: readonly AccessAction[] = [
      { type: 'RecordFailure' },
      { type: 'RecordSuspension', failures: 5 },
      { type: 'RecordSignIn', failures: 5, isKnownDevice: false },
      { type: 'RecordOpening', opened: 'SALE', recordId: 'sale-1' },
      { type: 'RecordSignOut', cause: 'ASKED' },
      {
        type: 'RecordImpersonation',
        impersonationId: 'turn-1',
        staffId: 'admin',
        sellerId: 'seller-1',
        until: addSeconds(now, 6 * DAY),
      },
    ];
    const handler = createCommandHandler({ store: world.store });
    for (const platformId of ['demo', 'other']) {
      for (const [count, request] of requests.entries()) {
        const at = addSeconds(now, count * DAY);
        const personId = `${platformId}-admin`;
        const address = count === 0 ? null : encrypted;
        const command = {
          ...request,
          platformId,
          kind: 'staff',
          personId,
          address,
          now: at,
        } as const;
        await handler.handle(access, accessStream('staff', personId, monthOf(at)), command, {
          commandId: derivedId(platformId, String(count)),
          platform: platformId,
          actor: `admin:${personId}`,
          correlation: personId,
        });
      }
    }
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, ['access-trail'], 20_000);
  });
  after(() => world.close());

  const list = async (filters: object = {}) =>
    (await listAccess(world.pool, { platformId: 'demo', ...filters }, { limit: 50 })).items;

  it('lists the sign-ins and data accesses of one platform, newest first', async () => {
    const lines = await list();
    expect(lines.map(({ kind }) => kind)).to.deep.equal([
      'IMPERSONATION_BEGUN',
      'SIGNED_OUT',
      'DATA_OPENED',
      'SIGNED_IN',
      'SIGN_IN_SUSPENDED',
      'SIGN_IN_FAILED',
    ]);
    expect(lines.every(({ platformId }) => platformId === 'demo')).to.equal(true);
    expect(lines.map(({ address }) => address?.subject)).to.deep.equal([
      ...Array.from({ length: 5 }, () => encrypted.subject),
      undefined,
    ]);
  });

  it('filters by person, kind and Brazilian day', async () => {
    expect(await list({ personId: 'other-admin' })).to.deep.equal([]);
    expect(await list({ personId: 'demo-admin' })).to.have.length(6);
    const [began] = await list({ kind: 'IMPERSONATION_BEGUN' });
    expect(began).to.include({
      otherId: 'seller-1',
      until: addSeconds(now, 6 * DAY),
      reason: null,
    });
    const [opened, ...others] = await list({ kind: 'DATA_OPENED' });
    expect(others).to.deep.equal([]);
    expect(opened).to.include({ opened: 'SALE', recordId: 'sale-1' });
    const day = addSeconds(now, 2 * DAY).slice(0, 10);
    expect((await list({ from: day, to: day })).map(({ kind }) => kind)).to.deep.equal([
      'SIGNED_IN',
    ]);
  });

  it('is identical after a rebuild', async () => {
    const { pool, store } = world;
    const rebuilt = await rebuild({ store, pool, projections: [accessTrail], flips: false });
    expect(rebuilt.map(({ equal }) => equal)).to.deep.equal([true]);
  });
});
