import { expect } from 'chai';
import type { RecordCommand } from '#/domain/aggregates/record.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import { sampleNow as now, sampleEncrypted } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { InvalidCursor } from './engine/define/page.ts';
import { getSeller, listSellers, sellerList } from './sellers.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('Sellers read model', () => {
  let world: ProjectionWorld;
  let count = 0;

  beforeEach(async () => {
    world = await projectionWorld([sellerList]);
  });
  afterEach(() => world.close());

  const detailsOf = (
    platformId: string,
    differences: Partial<SellerDetails> = {},
  ): SellerDetails => ({
    platformId,
    identity: sampleEncrypted,
    contact: { ...sampleEncrypted, class: 'contact' },
    pixEnabled: true,
    creditCardEnabled: true,
    billetEnabled: true,
    routes: {},
    ...differences,
  });

  type Change =
    | { readonly type: 'Create' | 'Revise'; readonly details: SellerDetails }
    | { readonly type: 'Archive' };

  const send = async (sellerId: string, change: Change): Promise<void> => {
    count += 1;
    const command: RecordCommand<SellerDetails> = { ...change, now: addSeconds(now, count) };
    const { store } = world;
    await createCommandHandler({ store }).handle(
      seller,
      `seller-${sellerId}`,
      command,
      contextOf(sellerId),
    );
    await untilApplied();
  };

  const contextOf = (sellerId: string) => ({
    commandId: derivedId('seller', String(count)),
    platform: 'demo',
    actor: `admin:author-${count}`,
    correlation: sellerId,
  });

  const untilApplied = async (): Promise<void> => {
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, ['sellers'], 20_000);
  };

  const list = async (isBlocked: boolean, platformId = 'demo') => {
    const filters = { platformId, isBlocked };
    const { items } = await listSellers(world.pool, filters, undefined, { limit: 10 });
    return items.map(({ sellerId }) => sellerId);
  };

  it('lists the sellers of one platform, last joined first, whatever has changed since', async () => {
    await send('a', { type: 'Create', details: detailsOf('demo') });
    await send('b', { type: 'Create', details: detailsOf('demo') });
    await send('c', { type: 'Create', details: detailsOf('other') });
    await send('a', { type: 'Revise', details: detailsOf('demo', { pixEnabled: false }) });
    expect(await list(false)).to.deep.equal(['b', 'a']);
    const row = await getSeller(world.pool, 'a');
    expect(row).to.include({ pixEnabled: false, billetEnabled: true, revision: 1 });
    expect(row?.changedBy).to.equal(`admin:author-${count}`);
    expect(row?.joinedAt).to.equal(addSeconds(now, count - 3));
    expect(await getSeller(world.pool, 'nobody')).to.equal(undefined);
  });

  it('lists blocked sellers apart, until they are unblocked', async () => {
    const details = detailsOf('demo');
    await send('a', { type: 'Create', details });
    await send('a', { type: 'Archive' });
    expect([await list(false), await list(true)]).to.deep.equal([[], ['a']]);
    await send('a', { type: 'Revise', details });
    expect([await list(false), await list(true)]).to.deep.equal([['a'], []]);
    expect((await getSeller(world.pool, 'a'))?.revision).to.equal(2);
  });

  it('is read page by page, each seller once, with cursors that no other list accepts', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      await send(id, { type: 'Create', details: detailsOf('demo') });
    }
    const filters = { platformId: 'demo', isBlocked: false };
    const first = await listSellers(world.pool, filters, undefined, { limit: 2 });
    const cursor = first.nextCursor ?? '';
    await send('f', { type: 'Create', details: detailsOf('demo') });
    const second = await listSellers(world.pool, filters, undefined, { limit: 2, cursor });
    const ids = [...first.items, ...second.items].map(({ sellerId }) => sellerId);
    expect(ids).to.deep.equal(['e', 'd', 'c', 'b']);
    const other = await listSellers(world.pool, { ...filters, isBlocked: true }, undefined, {
      limit: 2,
      cursor,
    }).catch((error: unknown) => error);
    expect(other).to.be.instanceOf(InvalidCursor);
  });
});
