import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { fund } from '#/api/testing/fund.ts';
import { codeOf, payoutSteps } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { platform } from '#/domain/platform/platform.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import type { AccountOwner } from '#/ledger/accounts/books.ts';

const BOTH = [
  { provider: 'sandbox', share: 100 },
  { provider: 'onz', share: 0 },
];

describe('Withdrawal of money at a platform that was taken out of production', () => {
  let world: PayoutWorld;
  let destinationId: string;

  const { ownDocument, request, review } = payoutSteps(() => world);

  /** Records a platform out of production, with two acquirers for withdrawals. */
  const recordOutOfProduction = async (
    platformId: string,
    type: 'Create' | 'Revise',
  ): Promise<void> => {
    const { handler, now } = world.services.core;
    const { state } = await handler.load(platform, streamOf('platform', world.platformId));
    const { routes, ...rest } = activeDetails(state);
    const setup = { isInProduction: false };
    const details = { ...rest, routes: { ...routes, WITHDRAW: BOTH }, setup };
    const by = { platform: platformId, actor: 'system', correlation: platformId } as const;
    const command = { type, details, now: now() } as const;
    const stream = streamOf('platform', platformId);
    await handler.handle(platform, stream, command, { commandId: randomUUID(), ...by });
  };

  /** A buyer paid late, so the seller has real money although the platform is out of production. */
  beforeEach(async () => {
    world = await payoutWorld(1_000_00);
    destinationId = await ownDocument();
    await recordOutOfProduction(world.platformId, 'Revise');
  });
  afterEach(() => world.close());

  const requestedOf = async (withdrawalId: string) => {
    const { handler } = world.services.core;
    const { state } = await handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
    return state.status === 'NONE' ? expect.fail('no withdrawal') : state.requested;
  };

  /** Holds money for a withdrawal as older versions of the product did, without the mark `isSimulated`. */
  const holdEarlier = async (owner: AccountOwner): Promise<string> => {
    const { accounts, now } = world.services.core;
    const requested = await requestedOf(await request(destinationId));
    const { destinationId: _destination, heldIn: _epoch, ...earlier } = requested;
    const withdrawalId = randomUUID();
    const of = { platformId: owner.platformId, receiverId: owner.sellerId, withdrawalId };
    const held = { ...earlier, ...of, provider: 'sandbox', choice: null, at: now() };
    const command = { type: 'HoldWithdrawal', withdrawal: held } as const;
    const by = { platform: owner.platformId, actor: 'system', correlation: withdrawalId } as const;
    const context = { commandId: randomUUID(), ...by };
    await accounts.handle(owner, { command, context }, now());
    return withdrawalId;
  };

  it('pays real money out by a real acquirer, never by the simulated one', async () => {
    const requested = await requestedOf(await request(destinationId));
    expect(requested).to.include({ provider: 'onz', amount: 150_00 });
    expect(requested).not.to.have.property('isSimulated');
    expect(world.paid).to.have.length(1);
  });

  it('pays real money out also after an approval by staff', async () => {
    await world.limitBy({ approvalAbove: positiveCents.parse(100_00) });
    const withdrawalId = await request(destinationId);
    expect(world.paid).to.have.length(0);
    expect(await review('approve', withdrawalId)).to.equal('done');
    expect(world.paid).to.have.length(1);
  });

  it('pays simulated money out by the simulated acquirer', async () => {
    const { platformId } = world;
    const seller = await world.newSeller(platformId);
    await fund(world, { platformId, sellerId: seller.personId, isSimulated: true }, 500_00);
    Object.assign(world, { seller });
    const requested = await requestedOf(await request(await ownDocument()));
    expect(requested).to.include({ provider: 'sandbox', isSimulated: true });
  });

  it('pays nothing real for money without a mark, if the platform has never been in production', async () => {
    const platformId = `testes-${randomUUID().slice(0, 8)}`;
    await recordOutOfProduction(platformId, 'Create');
    const seller = await world.newSeller(platformId);
    await fund(world, { platformId, sellerId: seller.personId }, 500_00);
    Object.assign(world, { platformId, seller });
    const input = { amount: 150_00, destinationId: await ownDocument() };
    const answer = await world.call('seller.requestWithdrawal', input, seller);
    expect(codeOf(answer)).to.equal('account/insufficient-balance');
    expect(world.paid).to.have.length(0);
  });

  it('pays out a withdrawal without a mark by the simulated acquirer, if the platform has never been in production', async () => {
    const platformId = `testes-${randomUUID().slice(0, 8)}`;
    await recordOutOfProduction(platformId, 'Create');
    const { personId: sellerId } = await world.newSeller(platformId);
    await fund(world, { platformId, sellerId }, 500_00);
    const withdrawalId = await holdEarlier({ platformId, sellerId });
    await world.settled();
    const { handler } = world.services.core;
    const { state } = await handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
    expect(state).to.include({ status: 'SETTLED' });
    expect(world.paid.map((each) => each.withdrawReference)).to.include(withdrawalId);
  });

  it('is refused for more than there is', async () => {
    const input = { amount: 1_000_01, destinationId };
    const answer = await world.call('seller.requestWithdrawal', input, world.seller);
    expect(codeOf(answer)).to.equal('account/insufficient-balance');
  });
});
