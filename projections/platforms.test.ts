import { expect } from 'chai';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import type { RecordCommand } from '#/domain/aggregates/record.ts';
import { sampleNow as now, samplePlatform } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { getPlatform, listPlatforms, namesOf, platforms } from './platforms.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('Platforms read model', () => {
  let world: ProjectionWorld;
  let count = 0;

  before(async () => {
    world = await projectionWorld([platforms]);
  });
  after(() => world.close());

  type Change =
    | { readonly type: 'Create' | 'Revise'; readonly details: PlatformDetails }
    | { readonly type: 'Archive' };

  const send = async (id: string, change: Change): Promise<void> => {
    count += 1;
    const command: RecordCommand<PlatformDetails> = { ...change, now: addSeconds(now, count) };
    const handler = createCommandHandler({ store: world.store });
    await handler.handle(platform, `platform-${id}`, command, {
      commandId: derivedId('platform', String(count)),
      platform: id,
      actor: 'master:mara',
      correlation: id,
    });
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, ['platforms'], 20_000);
  };

  const idsOf = async (isBlocked: boolean) =>
    (await listPlatforms(world.pool, { isBlocked }, { limit: 10 })).items.map(
      ({ platformId }) => platformId,
    );

  it('lists the newest platforms first, each under its present name, and the blocked ones apart', async () => {
    await send('a', { type: 'Create', details: samplePlatform });
    await send('b', { type: 'Create', details: samplePlatform });
    const renamed = { ...samplePlatform, name: 'Novo nome' };
    await send('a', { type: 'Revise', details: renamed });
    expect(await idsOf(false)).to.deep.equal(['b', 'a']);
    expect((await namesOf(world.pool, ['a', 'nobody'])).get('a')).to.equal('Novo nome');
    await send('a', { type: 'Archive' });
    expect([await idsOf(false), await idsOf(true)]).to.deep.equal([['b'], ['a']]);
    await send('a', { type: 'Revise', details: renamed });
    expect(await idsOf(false)).to.deep.equal(['b', 'a']);
    expect(await getPlatform(world.pool, 'a')).to.include({ revision: 3, isBlocked: false });
    expect(await getPlatform(world.pool, 'c')).to.equal(undefined);
  });
});
