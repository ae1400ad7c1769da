import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import type { AcquirerCommand } from '#/domain/acquiring/commands.ts';
import { acquirer } from '#/domain/acquiring/decider.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { declareOwnDocument } from './destinations.ts';

const provider = 'sandbox';

describe('The acquirer by which a withdrawal is to be paid', () => {
  let world: PayoutWorld;

  beforeEach(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy({ approvalAbove: positiveCents.parse(100_00) });
    const owner = { platformId: world.platformId, sellerId: world.seller.personId };
    const destinationId = await declareOwnDocument(world.services.core, owner);
    await world.call('seller.requestWithdrawal', { amount: 150_00, destinationId }, world.seller);
    await world.settled();
  });
  afterEach(() => world.close());

  const shown = async (): Promise<WaitingWithdrawal['acquirer'] | undefined> => {
    const items = await world.list('admin.listWaitingWithdrawals', world.admin);
    return (items as WaitingWithdrawal[])[0]?.acquirer;
  };

  const record = async (command: AcquirerCommand): Promise<void> => {
    const { platformId } = world;
    const stream = acquirerStream(platformId, provider);
    await world.services.core.handler.handle(acquirer, stream, command, {
      commandId: randomUUID(),
      platform: platformId,
      actor: 'system',
      correlation: provider,
    });
  };

  it('is shown to those who approve, with its suspension until that ends', async () => {
    const well = await shown();
    expect(well).to.include({ isConnected: true, suspendedUntil: null });
    const { platformId, services } = world;
    const now = services.core.now();
    const of = { platformId, provider, purpose: 'WITHDRAW', now } as const;
    const seen = { calls: 5, answered: 1, median: 900 };
    await record({ ...of, type: 'Suspend', reason: 'FAILING', seen });
    const { suspendedUntil } = (await shown()) ?? {};
    expect(suspendedUntil && suspendedUntil > now, 'it lasts').to.equal(true);
    await record({ ...of, type: 'Resume', now: services.core.now() });
    expect(await shown()).to.deep.equal(well);
  });
});
