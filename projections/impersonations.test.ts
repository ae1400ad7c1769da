import { expect } from 'chai';
import type { AccessAction } from '#/domain/access/commands.ts';
import { access } from '#/domain/access/decider.ts';
import { accessStream } from '#/domain/values/ids.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { addSeconds, monthOf } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { rebuild } from './engine/rebuild/rebuild.ts';
import { impersonations, listImpersonations } from './impersonations.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('Impersonations read model', () => {
  let world: ProjectionWorld;

  before(async () => {
    world = await projectionWorld([impersonations]);
    const handler = createCommandHandler({ store: world.store });
    const record = async (at: string, sellerId: string, action: AccessAction) => {
      for (const [kind, personId] of [
        ['staff', 'admin-1'],
        ['seller', sellerId],
      ] as const) {
        const command = { ...action, platformId: 'demo', kind, personId, address: null, now: at };
        await handler.handle(access, accessStream(kind, personId, monthOf(at)), command, {
          commandId: derivedId(kind, personId, at),
          platform: 'demo',
          actor: 'admin:admin-1',
          correlation: personId,
          ...(action.type === 'RecordImpersonation' && { reason: `as ${sellerId}` }),
        });
      }
    };
    for (const [index, sellerId] of ['ana', 'bia', 'ana'].entries()) {
      const who = { impersonationId: `turn-${index}`, staffId: 'admin-1', sellerId };
      const at = addSeconds(now, index * 3_600);
      const until = addSeconds(at, 1_800);
      await record(at, sellerId, { type: 'RecordImpersonation', ...who, until });
      if (index === 0)
        await record(addSeconds(at, 60), sellerId, { type: 'RecordImpersonationEnd', ...who });
    }
    // The end of an impersonation whose beginning the log has lost.
    const lost = { impersonationId: 'lost', staffId: 'admin-1', sellerId: 'ana' };
    await record(addSeconds(now, 9_000), 'ana', { type: 'RecordImpersonationEnd', ...lost });
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, ['impersonations'], 20_000);
  });
  after(() => world.close());

  const list = async (sellerId: string, platformId = 'demo') =>
    (await listImpersonations(world.pool, { platformId, sellerId }, { limit: 10 })).items;

  it('lists each once for its seller, the last first, with reason and end', async () => {
    const [last, first, ...others] = await list('ana');
    expect(others).to.deep.equal([]);
    expect(last).to.include({ impersonationId: 'turn-2', reason: 'as ana', endedAt: null });
    expect(first).to.include({ impersonationId: 'turn-0', endedAt: addSeconds(now, 60) });
    expect((await list('bia')).map(({ impersonationId }) => impersonationId)).to.deep.equal([
      'turn-1',
    ]);
    expect(await list('ana', 'other')).to.deep.equal([]);
  });

  it('is identical after a rebuild', async () => {
    const { pool, store } = world;
    const rebuilt = await rebuild({ store, pool, projections: [impersonations], flips: false });
    expect(rebuilt.map(({ equal }) => equal)).to.deep.equal([true]);
  });
});
