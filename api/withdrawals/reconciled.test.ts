import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { codeOf } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { declareOwnDocument } from './destinations.ts';

const SENT = 150_00;

describe('A paid withdrawal that staff reconcile with the bank’s statement', () => {
  let world: PayoutWorld;
  let destinationId: string;
  let withdrawalId: string;
  let net: number;

  before(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy({ approvalAbove: positiveCents.parse(500_00) });
    const owner = { platformId: world.platformId, sellerId: world.seller.personId };
    destinationId = await declareOwnDocument(world.services.core, owner);
  });
  after(() => world.close());
  beforeEach(async () => {
    withdrawalId = await withdraw(SENT);
    ({ net } = await find(withdrawalId));
  });

  const withdraw = async (amount: number): Promise<string> => {
    const input = { amount, destinationId };
    const answer = await world.call('seller.requestWithdrawal', input, world.seller);
    expect(answer.status, answer.text).to.equal(200);
    await world.settled();
    return String(Object(answer.body).withdrawalId);
  };

  const listPaid = (query = '', as = world.admin) =>
    world.list('admin.listPaidWithdrawals', as, query) as Promise<readonly PaidWithdrawal[]>;

  const idsOf = async (query: string): Promise<readonly string[]> =>
    (await listPaid(query)).map((each) => each.withdrawalId);

  const find = async (id: string, query = ''): Promise<PaidWithdrawal> =>
    (await listPaid(query)).find((each) => each.withdrawalId === id) ?? expect.fail('not listed');

  const totals = async (query = ''): Promise<OutputOf<'admin.getPaidTotals'>> => {
    const after = (await world.store.head()) ?? '';
    const path = `/api/admin.getPaidTotals?after=${after}&${query}`;
    return Object((await world.get(path, { as: world.admin })).body);
  };

  const mark = (as: NewPerson, more: object = {}, key = randomUUID()) =>
    world.call('admin.reconcileWithdrawal', { withdrawalId, net, ...more }, as, key);

  const revert = (as: NewPerson, reason = 'Era outro lançamento') =>
    world.call('admin.revertReconciliation', { withdrawalId, reason }, as);

  /** How often the withdrawal was marked or a mark taken back, by its record. */
  const countOnRecord = async (): Promise<number> => {
    const events = await world.store.readStream(streamOf('withdrawal', withdrawalId));
    return events.filter(({ type }) => type.includes('Reconcil')).length;
  };

  it('shows who marked it, when, and where the statement has it', async () => {
    expect((await find(withdrawalId)).reconciliation).to.equal(null);
    const answer = await mark(world.admin, { reference: 'EXT-11/42' });
    expect(answer.body).to.include({ wasReconciled: false });
    const { reconciliation, returnedAt } = await find(withdrawalId);
    expect(reconciliation).to.include({
      by: world.admin.email,
      amount: net,
      reference: 'EXT-11/42',
      isOutdated: false,
    });
    expect(returnedAt).to.equal(null);
  });

  it('is found by the filters, and leaves the sum of what is not reconciled, whatever the list shows', async () => {
    const before = await totals();
    await mark(world.admin);
    expect(await idsOf('reconciliation=RECONCILED')).to.include(withdrawalId);
    expect(await idsOf('reconciliation=NOT_RECONCILED')).to.not.include(withdrawalId);
    for (const query of ['', 'reconciliation=RECONCILED']) {
      const { notReconciled } = await totals(query);
      expect(notReconciled).to.deep.equal({
        lines: before.notReconciled.lines - 1,
        net: before.notReconciled.net - net,
      });
    }
    const nothing = { lines: 0, net: 0 };
    const onOtherDays = await totals('from=2020-01-01&to=2020-01-02');
    expect(onOtherDays.notReconciled).to.deep.equal(nothing);
    const list = await listPaid('reconciliation=NOT_RECONCILED&limit=100');
    const { lines, net: sum, notReconciled } = await totals('reconciliation=NOT_RECONCILED');
    expect({ lines, net: sum }).to.deep.equal(notReconciled);
    expect(lines).to.equal(list.length);
    expect(sum).to.equal(list.reduce((total, each) => total + each.net, 0));
  });

  it('is marked once by two people at the same moment, and by a repeated request', async () => {
    for (const person of [world.admin, world.deputy]) await world.cookieOf(person);
    const key = randomUUID();
    const answers = await Promise.all([mark(world.admin, {}, key), mark(world.deputy)]);
    expect(answers.map(codeOf)).to.deep.equal(['done', 'done']);
    const [first, second] = answers.map(({ body }) => Object(body).wasReconciled);
    expect([first, second]).to.have.members([false, true]);
    const by = first === false ? world.admin.email : world.deputy.email;
    expect((await find(withdrawalId)).reconciliation?.by).to.equal(by);
    const again = await mark(world.admin, {}, key);
    expect(Object(again.body).wasReconciled, 'as the first time').to.equal(first);
    expect(await countOnRecord()).to.equal(1);
  });

  it('loses the mark by a reason that goes on record, and can be marked again', async () => {
    await mark(world.admin);
    expect(codeOf(await revert(world.deputy))).to.equal('done');
    expect((await find(withdrawalId)).reconciliation).to.equal(null);
    expect(codeOf(await revert(world.admin)), 'a second time').to.equal('done');
    expect(await countOnRecord()).to.equal(2);
    const events = await world.store.readStream(streamOf('withdrawal', withdrawalId));
    const [last] = events.slice(-1);
    expect(JSON.parse(last?.data ?? '')).to.include({
      by: `admin:${world.deputy.personId}`,
      reason: 'Era outro lançamento',
    });
    expect(JSON.parse(last?.meta ?? '')).to.include({ reason: 'Era outro lançamento' });
    await mark(world.deputy);
    expect((await find(withdrawalId)).reconciliation?.by).to.equal(world.deputy.email);
  });

  it('keeps no personal data in the reason, and takes none as a reference', async () => {
    await mark(world.admin);
    const named = await revert(world.admin, 'Não é de Loja new');
    expect(codeOf(named)).to.equal('subject/named-in-reason');
    await revert(world.admin, 'Falei com ana@loja.example');
    const events = await world.store.readStream(streamOf('withdrawal', withdrawalId));
    const [last] = events.slice(-1);
    expect(`${last?.data}${last?.meta}`).to.not.include('ana@loja.example');
    for (const reference of ['Fulano de Tal', 'ana@loja.example', 'x'.repeat(81), ''])
      expect(codeOf(await mark(world.admin, { reference }))).to.equal('request/invalid-input');
  });

  it('is not marked with another amount than was sent, nor before it is paid', async () => {
    expect(codeOf(await mark(world.admin, { net: net + 1 }))).to.equal('withdrawal/other-amount');
    const waiting = await withdraw(600_00);
    const answer = await mark(world.admin, { withdrawalId: waiting });
    expect(codeOf(answer)).to.equal('withdrawal/not-paid');
    expect(await countOnRecord()).to.equal(0);
  });

  it('is marked only by staff of its platform who have, beside the flag of the page, that of advanced options', async () => {
    const { platformId } = world;
    const reader = await world.newFunctionary(['isWithdrawsAvailable'], platformId);
    const payer = await world.newFunctionary(
      ['isWithdrawsAvailable', 'isUserAdvancedOptionsAvailable'],
      platformId,
    );
    const approver = await world.newFunctionary(['isWithdrawsRequestUsersAvailable'], platformId);
    const stranger = await world.newAdmin(await world.newPlatform());
    for (const call of [mark, revert]) {
      expect(codeOf(await call(stranger))).to.equal('resource/not-found');
      expect(codeOf(await call(approver))).to.equal('session/forbidden');
      expect(codeOf(await call(reader))).to.equal('session/forbidden');
      expect(codeOf(await call(world.seller))).to.equal('session/forbidden');
    }
    expect(codeOf(await mark(payer))).to.equal('done');
  });

  // Last: afterwards the destination from which it came back is suspended.
  it('shows mark and return if it came back, and counts in neither sum of paid money', async () => {
    await mark(world.admin, { reference: 'EXT-7' });
    const before = await totals();
    world.acquirer.returned.add(withdrawalId);
    await world.readBack(withdrawalId);
    expect(await idsOf('limit=100')).to.not.include(withdrawalId);
    const { paidAt, returnedAt, reconciliation } = await find(
      withdrawalId,
      'reconciliation=RETURNED',
    );
    expect(reconciliation).to.include({ reference: 'EXT-7', isOutdated: true });
    expect(returnedAt).to.be.a('string');
    expect(String(returnedAt) > paidAt, 'came back after it was paid').to.equal(true);
    const after = await totals();
    expect(after.notReconciled).to.deep.equal(before.notReconciled);
    expect(after.net).to.equal(before.net - net);
    expect(after.returned).to.deep.equal({
      lines: before.returned.lines + 1,
      net: before.returned.net + net,
    });
    expect(codeOf(await mark(world.admin))).to.equal('withdrawal/not-paid');
    expect(codeOf(await revert(world.admin))).to.equal('done');
    expect(await idsOf('reconciliation=RETURNED')).to.not.include(withdrawalId);
  });
});
