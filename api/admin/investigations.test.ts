import { expect } from 'chai';
import { z } from 'zod';
import { casesOn, casesStage } from '#/api/testing/cases.ts';
import { payment } from '#/domain/payment/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';

const refusal = z.looseObject({ code: z.string() });

describe('Open cases of a platform', () => {
  const stage = casesStage();
  const cases = casesOn(stage);

  it('show what is in question, how much, and at which acquirer', async () => {
    const id = await cases.unresolved();
    const { items } = await cases.listed();
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({
      kind: 'PAYMENT',
      id,
      sellerId: stage.seller.personId,
      provider: 'sandbox',
      amount: 9_700,
      inQuestion: 9_700,
      causes: ['UNKNOWN_OUTCOME'],
      isProposed: false,
    });
    expect((await cases.listed({}, 'otherAdmin')).items).to.deep.equal([]);
  });

  it('approve only one of two payments to which the acquirer gave the same transaction', async () => {
    const ids = [cases.purchase(), cases.purchase()] as const;
    for (const id of ids) {
      stage.history.submit(id, 'tx-of-both');
      stage.history.leaveUnresolved(id);
    }
    await stage.world.happen(stage.history);
    const answers = [];
    for (const id of ids) {
      const { status, body } = await cases.confirm(id, await cases.propose(id), stage.deputy);
      answers.push([status, status === 200 ? 'done' : refusal.parse(body).code]);
    }
    expect(answers).to.deep.equal([
      [200, 'done'],
      [409, 'investigation/paid-another'],
    ]);
    expect((await cases.opened(ids[1])).asked.status).to.equal('PENDING');
    const { transactions } = stage.world.services.core.ports;
    const place = {
      provider: 'sandbox',
      platformId: stage.seller.platformId,
      transactionId: 'tx-of-both',
      endToEndIds: [],
    };
    expect(await transactions.isFreeFor({ ...place, paymentId: ids[1] })).to.equal(false);
  });

  it('approve one of two charges without an answer by the transaction that staff found', async () => {
    const ids = [cases.purchase(), cases.purchase()] as const;
    for (const id of ids) stage.history.leaveUnresolved(id);
    await stage.world.happen(stage.history);
    const answers = [];
    for (const id of ids) {
      const proposalId = await cases.propose(id, stage.admin, { reference: 'tx-9' });
      const { status, body } = await cases.confirm(id, proposalId, stage.deputy);
      answers.push([status, status === 200 ? 'done' : refusal.parse(body).code]);
    }
    expect(answers).to.deep.equal([
      [200, 'done'],
      [409, 'investigation/paid-another'],
    ]);
  });

  it('approve no payment by a transaction that paid another one in the account of its call', async () => {
    const id = cases.purchase();
    stage.history.leaveUnresolved(id);
    await stage.world.happen(stage.history);
    const { handler, ports, now } = stage.world.services.core;
    const { platformId } = stage.seller;
    const account = { provider: 'sandbox', merchantAccount: 'called' };
    const call = { attemptId: ports.newId(), after: null, epoch: 1, now: now() };
    await handler.handle(
      payment,
      streamOf('payment', id),
      { type: 'BeginCharge', ...account, ...call },
      { commandId: ports.newId(), platform: platformId, actor: 'system', correlation: id },
    );
    const transaction = { platformId, transactionId: 'tx-there', endToEndIds: [] };
    const otherId = cases.purchase();
    expect(
      await ports.transactions.reserve({ ...account, ...transaction, paymentId: otherId }),
    ).to.equal(true);
    const proposed = await cases.propose(id, stage.admin, { reference: 'tx-there' });
    const { status, body } = await cases.confirm(id, proposed, stage.deputy);
    expect([status, refusal.parse(body).code]).to.deep.equal([409, 'investigation/paid-another']);
  });

  it('approve no payment by the transaction of another one that the acquirer named', async () => {
    const [oneId, otherId] = [cases.purchase(), cases.purchase()];
    const reportOfOther = { transactionId: 'tx-of-other', orderId: otherId, isClaimed: false };
    stage.history.report(oneId, 'APPROVED', reportOfOther);
    await stage.world.happen(stage.history);
    const { transactions } = stage.world.services.core.ports;
    const { platformId } = stage.seller;
    const transaction = {
      provider: 'sandbox',
      platformId,
      transactionId: 'tx-of-other',
      endToEndIds: [],
    };
    expect(await transactions.reserve({ ...transaction, paymentId: otherId })).to.equal(true);
    const difference = { matter: 'receipt tx-of-other', reference: 'tx-of-one' };
    const { status, body } = await cases.confirm(
      oneId,
      await cases.propose(oneId, stage.admin, difference),
      stage.deputy,
    );
    expect([status, refusal.parse(body).code]).to.deep.equal([409, 'investigation/paid-another']);
    const free = { ...transaction, transactionId: 'tx-of-one', paymentId: otherId };
    expect(await transactions.isFreeFor(free)).to.equal(true);
  });

  it('approve no payment by a bank transfer that paid another one', async () => {
    const [oneId, otherId, thirdId] = [cases.purchase(), cases.purchase(), cases.purchase()];
    for (const id of [oneId, thirdId]) stage.history.leaveUnresolved(id);
    await stage.world.happen(stage.history);
    const { transactions } = stage.world.services.core.ports;
    const { platformId } = stage.seller;
    const reference = 'E1234567820200909122120200808008';
    const paid = {
      provider: 'sandbox',
      platformId,
      transactionId: 'tx-of-paid',
      endToEndIds: [reference],
    };
    expect(await transactions.reserve({ ...paid, paymentId: otherId })).to.equal(true);
    const proposed = await cases.propose(oneId, stage.admin, { reference });
    const { status, body } = await cases.confirm(oneId, proposed, stage.deputy);
    expect([status, refusal.parse(body).code]).to.deep.equal([409, 'investigation/paid-another']);
    const transferFound = { reference: 'E1234567820200909122120200808009' };
    const decided = await cases.propose(thirdId, stage.admin, transferFound);
    expect((await cases.confirm(thirdId, decided, stage.deputy)).status).to.equal(200);
    const late = { ...paid, transactionId: 'tx-late', endToEndIds: [transferFound.reference] };
    expect(await transactions.isFreeFor({ ...late, paymentId: oneId })).to.equal(false);
  });

  it('approve no payment by a bank transfer that paid a sale before transfers were reserved', async () => {
    const [soldId, oneId] = [cases.purchase(), cases.purchase()];
    const reference = 'E1234567820200909122120200808Old';
    stage.history.submit(soldId, 'tx-of-sold');
    stage.history.report(soldId, 'APPROVED', { transactionId: 'tx-of-sold' }, reference);
    stage.history.leaveUnresolved(oneId);
    await stage.world.happen(stage.history);
    const copied = { reference: reference.toUpperCase() };
    const proposed = await cases.propose(oneId, stage.admin, copied);
    const { status, body } = await cases.confirm(oneId, proposed, stage.deputy);
    expect([status, refusal.parse(body).code]).to.deep.equal([409, 'investigation/paid-another']);
    const { transactions } = stage.world.services.core.ports;
    const { platformId } = stage.seller;
    const claims = {
      provider: 'sandbox',
      platformId,
      transactionId: 'tx-of-one',
      paymentId: oneId,
    };
    const answersTogether = [reference, 'E1234567820200909122120200808011'].map((id) =>
      transactions.isFreeFor({ ...claims, endToEndIds: [id] }),
    );
    expect(await Promise.all(answersTogether)).to.deep.equal([false, true]);
  });

  it('approve no payment whose answer names a used bank transfer, by another reference', async () => {
    const [oneId, otherId] = [cases.purchase(), cases.purchase()];
    const used = 'e1234567820200909122120200808used'.slice(0, 32);
    const report = { transactionId: 'tx-of-used', isClaimed: false, transfers: [used] };
    stage.history.report(oneId, 'APPROVED', report);
    await stage.world.happen(stage.history);
    const { transactions } = stage.world.services.core.ports;
    const { platformId } = stage.seller;
    const paid = { provider: 'sandbox', platformId, transactionId: 'tx-of-other-2' };
    const reserved = await transactions.reserve({
      ...paid,
      endToEndIds: [used],
      paymentId: otherId,
    });
    expect(reserved).to.equal(true);
    const difference = { matter: 'receipt tx-of-used', reference: 'tx-elsewhere' };
    const { status, body } = await cases.confirm(
      oneId,
      await cases.propose(oneId, stage.admin, difference),
      stage.deputy,
    );
    expect([status, refusal.parse(body).code]).to.deep.equal([409, 'investigation/paid-another']);
  });

  it('reserve the bank transfer that staff name for a receipt', async () => {
    const [oneId, otherId] = [cases.purchase(), cases.purchase()];
    stage.history.submit(oneId, 'tx-of-more');
    stage.history.report(oneId, 'APPROVED', { amount: cents(9_800) });
    stage.history.leaveUnresolved(otherId);
    await stage.world.happen(stage.history);
    const reference = 'E1234567820200909122120200808010';
    const receipt = { matter: 'receipt tx-of-more', reference };
    const applied = await cases.propose(oneId, stage.admin, receipt);
    expect((await cases.confirm(oneId, applied, stage.deputy)).status).to.equal(200);
    const proposed = await cases.propose(otherId, stage.admin, { reference });
    const { status, body } = await cases.confirm(otherId, proposed, stage.deputy);
    expect([status, refusal.parse(body).code]).to.deep.equal([409, 'investigation/paid-another']);
  });

  it('reserve no transaction by a confirmation that is refused', async () => {
    const [oneId, otherId] = [cases.purchase(), cases.purchase()];
    for (const id of [oneId, otherId]) {
      stage.history.submit(id, 'tx-of-these');
      stage.history.leaveUnresolved(id);
    }
    await stage.world.happen(stage.history);
    const first = await cases.propose(oneId);
    expect((await cases.confirm(oneId, first, stage.admin)).status).to.equal(403);
    expect((await cases.confirm(oneId, 'another-proposal', stage.deputy)).status).to.equal(409);
    expect(
      (await cases.confirm(otherId, await cases.propose(otherId), stage.deputy)).status,
    ).to.equal(200);
    const late = await cases.confirm(oneId, first, stage.deputy);
    expect([late.status, refusal.parse(late.body).code]).to.deep.equal([
      409,
      'investigation/paid-another',
    ]);
  });

  it('are found by kind, acquirer and seller, page by page', async () => {
    for (let nth = 0; nth < 3; nth += 1) {
      const paymentId = cases.purchase();
      stage.history.submit(paymentId);
      stage.history.wait(60);
      stage.history.report(paymentId, 'APPROVED', { amount: cents(1) });
    }
    await stage.world.happen(stage.history);
    const first = await cases.listed({ limit: 2, kind: 'PAYMENT', provider: 'sandbox' });
    expect(first.items.map(({ causes }) => causes)).to.deep.equal([
      ['UNAPPLIED_RECEIPT'],
      ['UNAPPLIED_RECEIPT'],
    ]);
    expect(first.items.map(({ amount, inQuestion }) => ({ amount, inQuestion }))).to.deep.equal([
      { amount: 9_700, inQuestion: 1 },
      { amount: 9_700, inQuestion: 1 },
    ]);
    const rest = await cases.listed({
      limit: 2,
      kind: 'PAYMENT',
      provider: 'sandbox',
      cursor: first.nextCursor,
    });
    expect(rest.items).to.have.length(1);
    expect((await cases.listed({ kind: 'WITHDRAWAL' })).items).to.deep.equal([]);
    expect((await cases.listed({ sellerId: 'seller-2' })).items).to.deep.equal([]);
  });

  it('keep no personal data in their evidence', async () => {
    const id = await cases.unresolved();
    await cases.propose(id, stage.admin, { evidence: 'Extrato, conta 123456789 de x@example.com' });
    expect((await cases.opened(id)).proposal?.evidence).to.equal(
      'Extrato, conta [number] de [e-mail]',
    );
  });

  it('of another platform are not found', async () => {
    const id = await cases.unresolved();
    const { status } = await stage.world.post('/api/admin.proposeResolution', cases.proposing(id), {
      as: 'otherAdmin',
    });
    expect(status).to.equal(404);
  });
});
