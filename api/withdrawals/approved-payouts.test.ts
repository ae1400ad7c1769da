import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import type { Withdrawal } from '#/api/contract/seller.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { declareEarlier } from '#/api/testing/earlier-destination.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { isSignedBy } from '#/ledger/ed25519.ts';
import { declareOwnDocument } from './destinations.ts';

const LIMITS = {
  approvalAbove: positiveCents.parse(100_00),
  secondApprovalAbove: positiveCents.parse(500_00),
};

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Withdrawals above a limit', () => {
  let world: PayoutWorld;
  let destinationId: string;

  before(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy(LIMITS);
    const { platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    destinationId = await declareOwnDocument(world.services.core, owner);
  });
  after(() => world.close());

  const withdraw = async (amount: number, to = destinationId): Promise<string> => {
    const input = { amount, destinationId: to };
    const answer = await world.call('seller.requestWithdrawal', input, world.seller);
    expect(answer.status, answer.text).to.equal(200);
    await world.settled();
    return String(Object(answer.body).withdrawalId);
  };

  const approve = (withdrawalId: string, as = world.admin, key = randomUUID()) =>
    world.call('admin.approveWithdrawal', { withdrawalId }, as, key);

  const refuse = (withdrawalId: string, as = world.admin) =>
    world.call('admin.refuseWithdrawal', { withdrawalId, reason: 'Fora do padrão' }, as);

  const listWaiting = (as = world.admin) =>
    world.list('admin.listWaitingWithdrawals', as) as Promise<readonly WaitingWithdrawal[]>;

  const isPaid = (withdrawalId: string) =>
    world.paid.some(({ withdrawReference }) => withdrawReference === withdrawalId);

  const findOwn = async (withdrawalId: string): Promise<Withdrawal> => {
    const items = (await world.list('seller.listWithdrawals', world.seller)) as Withdrawal[];
    return items.find((each) => each.withdrawalId === withdrawalId) ?? expect.fail('not listed');
  };

  it('are sent at once up to the limit, and wait above it', async () => {
    const small = await withdraw(100_00);
    expect(isPaid(small)).to.equal(true);
    const large = await withdraw(100_01);
    expect(isPaid(large)).to.equal(false);
    expect(await findOwn(large)).to.include({ status: 'PENDING', waitsForApproval: true });
    const [line] = (await listWaiting()).filter((each) => each.withdrawalId === large);
    expect(line).to.deep.include({ people: 1, reasons: ['ABOVE_LIMIT'], approvedBy: [] });
    expect(line?.payouts).to.be.greaterThan(0);
    expect(Object((await approve(large)).body)).to.include({ missing: 0 });
    await world.settled();
    expect(isPaid(large)).to.equal(true);
    expect(await findOwn(large)).to.include({ status: 'APPROVED', waitsForApproval: false });
    expect((await listWaiting()).some((each) => each.withdrawalId === large)).to.equal(false);
  });

  it('also wait below the limit while their destination is new, but not to an old one', async () => {
    await world.limitBy({ ...LIMITS, newDestinationHours: 24 });
    const toNewDestination = await withdraw(20_00);
    expect(isPaid(toNewDestination)).to.equal(false);
    const [line] = (await listWaiting()).filter((each) => each.withdrawalId === toNewDestination);
    expect(line).to.deep.include({ people: 1, reasons: ['NEW_DESTINATION'] });
    const { platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    const oldDestination = await declareEarlier(world.services.core, owner, 'antiga@example.com');
    expect(isPaid(await withdraw(20_00, oldDestination))).to.equal(true);
    await world.limitBy(LIMITS);
    expect(isPaid(await withdraw(20_00))).to.equal(true);
    await approve(toNewDestination);
    await world.settled();
    expect(isPaid(toNewDestination)).to.equal(true);
  });

  it('need two different people above the second limit', async () => {
    const id = await withdraw(500_01);
    expect(Object((await approve(id)).body)).to.include({ missing: 1 });
    expect(codeOf(await approve(id))).to.equal('withdrawal/same-person');
    await world.settled();
    expect(isPaid(id)).to.equal(false);
    const [line] = (await listWaiting()).filter((each) => each.withdrawalId === id);
    expect(line).to.deep.include({ approvedBy: [world.admin.email], isApprovedByCaller: true });
    expect(Object((await approve(id, world.deputy)).body)).to.include({ missing: 0 });
    await world.settled();
    expect(isPaid(id)).to.equal(true);
    const paid = (await world.list('admin.listPaidWithdrawals', world.admin)) as PaidWithdrawal[];
    expect(paid.find((each) => each.withdrawalId === id)).to.deep.include({
      approvedBy: [world.admin.email, world.deputy.email],
      net: 500_01 - 150,
    });
  });

  it('are paid once, however often and by how many people at once they are approved', async () => {
    const id = await withdraw(600_00);
    const key = randomUUID();
    const answers = await Promise.all([
      approve(id, world.admin, key),
      approve(id, world.admin, key),
      approve(id, world.deputy),
      approve(id, world.deputy),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).to.be.within(2, 3);
    await world.settled();
    expect(codeOf(await approve(id, world.admin, key)), 'a retry').to.equal('done');
    expect(world.paid.filter((each) => each.withdrawReference === id)).to.have.length(1);
  });

  it('are refused with a reason that the seller reads, and their money becomes available again', async () => {
    const balance = async () => {
      await world.waitUntilShown();
      return Object((await world.get('/api/seller.getBalance', { as: world.seller })).body)
        .available;
    };
    const before = await balance();
    const id = await withdraw(200_00);
    expect(codeOf(await refuse(id))).to.equal('done');
    await world.settled();
    expect(await findOwn(id)).to.include({ status: 'REJECTED', text: 'Fora do padrão' });
    expect(await balance()).to.equal(before);
    expect(isPaid(id)).to.equal(false);
    for (const late of [await approve(id, world.deputy), await refuse(id, world.deputy)])
      expect(codeOf(late)).to.equal('withdrawal/not-waiting');
  });

  it('are either approved or refused when both come at once', async () => {
    const id = await withdraw(150_00);
    const answers = await Promise.all([approve(id), refuse(id, world.deputy)]);
    expect(answers.map(({ status }) => status)).to.have.members([200, 409]);
    await world.settled();
    expect(isPaid(id)).to.equal(answers[0]?.status === 200);
  });

  it('are not found by staff of another platform', async () => {
    const id = await withdraw(150_00);
    const stranger = await world.newAdmin(await world.newPlatform());
    for (const answer of [await approve(id, stranger), await refuse(id, stranger)])
      expect(codeOf(answer)).to.equal('resource/not-found');
    expect(await listWaiting(stranger)).to.have.length(0);
    await refuse(id);
  });

  it('cannot be refused with a reason that names the seller', async () => {
    const id = await withdraw(150_00);
    const reason = 'Falar com a Loja new';
    const refused = await world.call(
      'admin.refuseWithdrawal',
      { withdrawalId: id, reason },
      world.admin,
    );
    expect(codeOf(refused)).to.equal('subject/named-in-reason');
    await refuse(id);
  });

  it('are limited each and by day, and what was refused does not count for its day', async () => {
    const largest = positiveCents.parse(300_00);
    const terms = async () => {
      await world.settled();
      await world.waitUntilShown();
      return Object((await world.get('/api/seller.getWithdrawalTerms', { as: world.seller })).body);
    };
    await world.limitBy({ ...LIMITS, largest });
    const input = { amount: 300_01, destinationId };
    const above = await world.call('seller.requestWithdrawal', input, world.seller);
    expect(codeOf(above)).to.equal('withdrawal/above-largest');
    await world.limitBy({ largestPerDay: positiveCents.parse(99_999_999_99) });
    const { leftToday } = await terms();
    // What was withdrawn today so far, and R$ 250,00 more.
    const largestPerDay = positiveCents.parse(99_999_999_99 - leftToday + 250_00);
    await world.limitBy({ ...LIMITS, largestPerDay });
    const id = await withdraw(200_00);
    expect(await terms()).to.include({ leftToday: 50_00 });
    const refused = await world.call(
      'seller.requestWithdrawal',
      { amount: 50_01, destinationId },
      world.seller,
    );
    expect(problem.parse(refused.body)).to.deep.include({
      code: 'withdrawal/above-day',
      details: { largestPerDay, left: 50_00 },
    });
    await refuse(id);
    await world.settled();
    expect(await terms()).to.include({ leftToday: 250_00 });
    await world.limitBy(LIMITS);
  });

  it('have a signature over what was sent, which fits the platform’s public key', async () => {
    const id = await withdraw(120_00);
    await approve(id, world.deputy);
    await world.settled();
    const after = (await world.services.core.store.head()) ?? '';
    const { body } = await world.get(`/api/seller.getReceipt?withdrawalId=${id}&after=${after}`, {
      as: world.seller,
    });
    const { signed, net, endToEndId, payeeDocument } = Object(body);
    expect([net, endToEndId, payeeDocument]).to.deep.equal([
      120_00 - 150,
      `E-${id}`,
      '***.982.247-**',
    ]);
    const statement = JSON.parse(signed.statement);
    expect(statement).to.include({ withdrawal: id, platform: world.platformId, amount: net });
    expect(statement.approvers).to.deep.equal([`admin:${world.deputy.personId}`]);
    expect(isSignedBy(signed.keyId, Buffer.from(signed.statement), signed.signature)).to.equal(
      true,
    );
    const changed = signed.statement.replace(String(net), String(net + 1));
    expect(isSignedBy(signed.keyId, Buffer.from(changed), signed.signature)).to.equal(false);
    const stranger = await world.newSeller(world.platformId);
    const others = await world.get(`/api/seller.getReceipt?withdrawalId=${id}`, { as: stranger });
    expect(codeOf(others)).to.equal('resource/not-found');
  });
});
