import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { unreachable } from '#/api/testing/core-at.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import type { AcquirerCommand } from '#/domain/acquiring/commands.ts';
import { acquirer } from '#/domain/acquiring/decider.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { declareOwnDocument } from './destinations.ts';

const provider = 'sandbox';

describe('The acquirer by which a withdrawal is to be paid', () => {
  let world: PayoutWorld;
  let destinationId: string;

  beforeEach(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy({ approvalAbove: positiveCents.parse(100_00) });
    const owner = { platformId: world.platformId, sellerId: world.seller.personId };
    destinationId = await declareOwnDocument(world.services.core, owner);
    await request();
  });
  afterEach(() => world.close());

  const request = async (): Promise<void> => {
    const input = { amount: 150_00, destinationId };
    const answer = await world.call('seller.requestWithdrawal', input, world.seller);
    expect(answer.status, answer.text).to.equal(200);
    await world.settled();
  };

  const shown = async (id = provider): Promise<WaitingWithdrawal['acquirer'] | undefined> => {
    const items = await world.list('admin.listWaitingWithdrawals', world.admin);
    const label = world.services.acquirers.labelOf(id);
    return (items as WaitingWithdrawal[]).find(({ acquirer: by }) => by.label === label)?.acquirer;
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

  it('is shown as connected only if the platform has an account there', async () => {
    expect((await shown('sandbox'))?.isConnected).to.equal(true);
    await world.routeTo('iugu');
    await request();
    expect((await shown('iugu'))?.isConnected).to.equal(false);
    const account = { baseUrl: unreachable, apiToken: 'token' };
    await world.services.core.credentials.put(world.platformId, 'iugu', account);
    expect((await shown('iugu'))?.isConnected).to.equal(true);
  });

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
