import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { codeOf, payoutSteps } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { platform } from '#/domain/platform/platform.ts';
import type { PlatformSetup } from '#/domain/platform/setup.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';

describe('Withdrawal that waits for approval while something changes', () => {
  let world: PayoutWorld;
  let destinationId: string;

  const { change, ownDocument, request, review, setPassword } = payoutSteps(() => world);

  beforeEach(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy({ approvalAbove: positiveCents.parse(100_00) });
    destinationId = await ownDocument();
  });
  afterEach(() => world.close());

  it('cannot be approved while its seller is blocked, and can be once the seller is unblocked', async () => {
    const withdrawalId = await request(destinationId);
    await change('block');
    expect(await review('approve', withdrawalId)).to.equal('withdrawal/seller-blocked');
    const [line] = await world.list('admin.listWaitingWithdrawals', world.admin);
    expect(line).to.include({ withdrawalId, isSellerBlocked: true });
    expect(world.paid).to.have.length(0);
    await change('restore');
    expect(await review('approve', withdrawalId)).to.equal('done');
    expect(world.paid).to.have.length(1);
  });

  it('can be refused while its seller is blocked', async () => {
    const withdrawalId = await request(destinationId);
    await change('block');
    expect(await review('refuse', withdrawalId)).to.equal('done');
    expect(world.paid).to.have.length(0);
  });

  it('cannot be approved for a key that its seller removed', async () => {
    const withdrawalId = await request(destinationId);
    const removed = await world.call('seller.removeDestination', { destinationId }, world.seller);
    expect(codeOf(removed)).to.equal('done');
    expect(await review('approve', withdrawalId)).to.equal('destination/not-approved');
    expect(world.paid).to.have.length(0);
  });

  it('cannot be approved while masters forbid its platform to pay out', async () => {
    const withdrawalId = await request(destinationId);
    const { handler, now } = world.services.core;
    const { platformId } = world;
    const setUp = async (setup: PlatformSetup) => {
      const stream = streamOf('platform', platformId);
      const details = activeDetails((await handler.load(platform, stream)).state);
      const command = { type: 'Revise', details: { ...details, setup }, now: now() } as const;
      const by = { platform: platformId, actor: 'system', correlation: platformId } as const;
      await handler.handle(platform, stream, command, { commandId: randomUUID(), ...by });
    };
    await setUp({ isInProduction: true, methods: ['PIX'] });
    expect(await review('approve', withdrawalId)).to.equal('provider/not-enabled');
    await setUp({ isInProduction: true, providers: ['onz'] });
    expect(await review('approve', withdrawalId)).to.equal('provider/not-enabled');
    expect(world.paid).to.have.length(0);
    await setUp({ isInProduction: true });
    expect(await review('approve', withdrawalId)).to.equal('done');
    expect(world.paid).to.have.length(1);
  });

  it('is paused when its seller’s password changes after it was requested', async () => {
    const withdrawalId = await request(destinationId);
    await setPassword();
    expect(await review('approve', withdrawalId)).to.equal('withdrawal/resting');
    expect(world.paid).to.have.length(0);
  });
});
