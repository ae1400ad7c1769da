import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { payoutSteps } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { addSeconds } from '#/domain/values/time.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('A payout by a request under a key, which the log has lost in a failover, with its call', () => {
  let world: PayoutWorld;
  let destinationId: string;

  const { ownDocument, payUnrecorded } = payoutSteps(() => world);

  beforeEach(async () => {
    world = await payoutWorld(1_000_00);
    world.acquirer.absenceSeconds = MINUTE;
    destinationId = await ownDocument();
  });
  afterEach(() => world.close());

  const input = () => ({ amount: 150_00, destinationId });

  const request = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    const asking = { as: world.seller, headers };
    const answer = await world.post('/api/seller.requestWithdrawal', input(), asking);
    expect(answer.status, answer.text).to.equal(200);
    await world.settled();
    return String(Object(answer.body).withdrawalId);
  };

  const failOverHoursAgo = (hours: number): Promise<void> =>
    world.failOver(addSeconds(world.services.core.now(), -hours * HOUR));

  it('is not paid again when the client repeats its key two hours after the failover', async () => {
    await failOverHoursAgo(2);
    const withdrawalId = await request({ 'idempotency-key': randomUUID() });
    expect(world.paid, 'nothing is sent').to.have.length(0);
    payUnrecorded(withdrawalId, 150_00 - 150);
    await world.readBack(withdrawalId);
    expect(world.paid).to.have.length(1);
    const [own] = await world.list('seller.listWithdrawals', world.seller);
    expect(own).to.include({ withdrawalId, status: 'APPROVED' });
  });

  it('is found in the account that staff replaced just before the failover, and not paid again', async () => {
    const { ports } = world.services.core;
    const before = await ports.providers('sandbox', world.platformId);
    const providers: typeof ports.providers = async (_id, _platformId, use) => {
      const isFormer = use?.for === 'LOOK_UP' && use.merchantAccount === 'former';
      if (isFormer) return { ...before, merchantAccount: 'former' };
      const connected = { ...before, merchantAccount: 'connected' };
      return { ...connected, formerAccounts: ['former'], findWithdraw: async () => undefined };
    };
    Object.assign(ports, { providers });
    await failOverHoursAgo(2);
    const withdrawalId = await request({ 'idempotency-key': randomUUID() });
    payUnrecorded(withdrawalId, 150_00 - 150);
    await world.readBack(withdrawalId);
    expect(world.paid).to.have.length(1);
    const [own] = await world.list('seller.listWithdrawals', world.seller);
    expect(own).to.include({ withdrawalId, status: 'APPROVED' });
  });

  it('is not there when the client made the key after the failover, so its payout is sent at once', async () => {
    await failOverHoursAgo(2);
    const key = { 'idempotency-key': randomUUID() };
    await request({ ...key, 'idempotency-key-age': String(HOUR) });
    expect(world.paid).to.have.length(1);
    await request({ 'idempotency-key': randomUUID(), 'idempotency-key-age': String(3 * HOUR) });
    expect(world.paid, 'made before').to.have.length(1);
    await request({});
    expect(world.paid, 'a request without a key is new').to.have.length(2);
  });

  it('is not there a day and a quarter of an hour after the failover, when no client repeats its key any more', async () => {
    await failOverHoursAgo(25);
    await request({ 'idempotency-key': randomUUID() });
    expect(world.paid).to.have.length(1);
  });

  it('is not asked about by an age that is no number of seconds', async () => {
    const headers = { 'idempotency-key': randomUUID(), 'idempotency-key-age': 'old' };
    const asking = { as: world.seller, headers };
    const answer = await world.post('/api/seller.requestWithdrawal', input(), asking);
    expect(answer.status).to.equal(400);
    expect(answer.body).to.include({ code: 'idempotency/invalid-key-age' });
  });
});
