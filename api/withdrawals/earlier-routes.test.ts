import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { routeOnlyTo } from '#/domain/acquiring/route.ts';
import { platform } from '#/domain/platform/platform.ts';
import { seller } from '#/domain/seller/seller.ts';
import { samplePlatform, sampleSeller } from '#/domain/testing/samples.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { startOfDay } from '#/domain/values/time.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { listRoutedSince } from './earlier-routes.ts';

const owner = { platformId: 'demo', sellerId: 'seller-1' };

/** A day of November. */
const on = (day: number) => startOfDay(`2026-11-${String(day).padStart(2, '0')}`);

describe('The acquirers by which a seller may have been paid since a time', () => {
  const recorded = () => {
    const store = createMemoryStore();
    const handler = createCommandHandler({ store });
    const context = () =>
      ({
        commandId: randomUUID(),
        platform: 'demo',
        actor: 'system',
        correlation: 'demo',
      }) as const;
    const routePlatform = (type: 'Create' | 'Revise', provider: string, day: number) => {
      const routes = { ...samplePlatform.routes, WITHDRAW: routeOnlyTo(provider) };
      const command = { type, details: { ...samplePlatform, routes }, now: on(day) };
      return handler.handle(platform, streamOf('platform', 'demo'), command, context());
    };
    const routeSeller = (type: 'Create' | 'Revise', provider: string | null, day: number) => {
      const routes = provider === null ? {} : { WITHDRAW: routeOnlyTo(provider) };
      const command = { type, details: { ...sampleSeller, routes }, now: on(day) };
      return handler.handle(seller, streamOf('seller', 'seller-1'), command, context());
    };
    const since = (day: number) => listRoutedSince({ store }, owner, on(day));
    return { routePlatform, routeSeller, since };
  };

  it('are those of the platform’s route then, and of each one that followed, the present one first', async () => {
    const { routePlatform, routeSeller, since } = recorded();
    await routePlatform('Create', 'sandbox', 1);
    await routePlatform('Revise', 'iugu', 5);
    await routePlatform('Revise', 'onz', 9);
    await routeSeller('Create', null, 1);
    expect(await since(2)).to.deep.equal(['onz', 'iugu', 'sandbox']);
    expect(await since(6)).to.deep.equal(['onz', 'iugu']);
    expect(await since(10)).to.deep.equal(['onz']);
  });

  it('are not those of the platform while the seller has a route of its own', async () => {
    const { routePlatform, routeSeller, since } = recorded();
    await routePlatform('Create', 'sandbox', 1);
    await routeSeller('Create', null, 1);
    await routeSeller('Revise', 'iugu', 5);
    await routeSeller('Revise', 'onz', 9);
    expect(await since(6)).to.deep.equal(['onz', 'iugu']);
    expect(await since(2)).to.deep.equal(['onz', 'iugu', 'sandbox']);
  });
});
