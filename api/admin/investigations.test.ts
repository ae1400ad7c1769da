import { expect } from 'chai';
import { z } from 'zod';
import { casesOfPlatform } from '#/api/testing/cases.ts';
import { cents } from '#/domain/money.ts';

const codeOf = z.looseObject({ code: z.string() });

describe('Open cases of a platform', () => {
  const cases = casesOfPlatform();

  it('show what waits, since when, how much, and at which acquirer', async () => {
    const id = await cases.unresolved();
    const { items } = await cases.listed();
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({
      kind: 'PAYMENT',
      id,
      sellerId: cases.seller.personId,
      provider: 'sandbox',
      amount: 9_700,
      inQuestion: 9_700,
      causes: ['UNKNOWN_OUTCOME'],
      isProposed: false,
    });
    expect((await cases.listed({}, 'otherAdmin')).items).to.deep.equal([]);
  });

  it('approve one of two payments that the acquirer gave one transaction', async () => {
    const ids = [cases.purchase(), cases.purchase()] as const;
    for (const id of ids) {
      cases.history.submit(id, 'tx-of-both');
      cases.history.leaveUnresolved(id);
    }
    await cases.world.happen(cases.history);
    const answers = [];
    for (const id of ids) {
      const { status, body } = await cases.confirm(id, await cases.propose(id), cases.deputy);
      answers.push([status, status === 200 ? 'done' : codeOf.parse(body).code]);
    }
    expect(answers).to.deep.equal([
      [200, 'done'],
      [409, 'investigation/paid-another'],
    ]);
    expect((await cases.opened(ids[1])).asked.status).to.equal('PENDING');
    const { transactions } = cases.world.services.core.ports;
    const place = {
      provider: 'sandbox',
      platformId: cases.seller.platformId,
      transactionId: 'tx-of-both',
    };
    expect(await transactions.isFreeFor({ ...place, paymentId: ids[1] })).to.equal(false);
  });

  it('approve one of two charges without an answer by the transaction that staff found', async () => {
    const ids = [cases.purchase(), cases.purchase()] as const;
    for (const id of ids) cases.history.leaveUnresolved(id);
    await cases.world.happen(cases.history);
    const answers = [];
    for (const id of ids) {
      const proposalId = await cases.propose(id, cases.admin, { reference: 'tx-9' });
      const { status, body } = await cases.confirm(id, proposalId, cases.deputy);
      answers.push([status, status === 200 ? 'done' : codeOf.parse(body).code]);
    }
    expect(answers).to.deep.equal([
      [200, 'done'],
      [409, 'investigation/paid-another'],
    ]);
  });

  it('approve no payment by the transaction of another one that the acquirer named', async () => {
    const [one, other] = [cases.purchase(), cases.purchase()];
    const anothers = { transactionId: 'tx-of-other', orderId: other, isReserved: false };
    cases.history.report(one, 'APPROVED', anothers);
    await cases.world.happen(cases.history);
    const { transactions } = cases.world.services.core.ports;
    const { platformId } = cases.seller;
    const of = { provider: 'sandbox', platformId, transactionId: 'tx-of-other' };
    expect(await transactions.reserve({ ...of, paymentId: other })).to.equal(true);
    const difference = { matter: 'receipt tx-of-other', reference: 'tx-of-one' };
    const { status, body } = await cases.confirm(
      one,
      await cases.propose(one, cases.admin, difference),
      cases.deputy,
    );
    expect([status, codeOf.parse(body).code]).to.deep.equal([409, 'investigation/paid-another']);
    const free = { ...of, transactionId: 'tx-of-one', paymentId: other };
    expect(await transactions.isFreeFor(free)).to.equal(true);
  });

  it('reserve no transaction by a confirmation that is refused', async () => {
    const [one, other] = [cases.purchase(), cases.purchase()];
    for (const id of [one, other]) {
      cases.history.submit(id, 'tx-of-these');
      cases.history.leaveUnresolved(id);
    }
    await cases.world.happen(cases.history);
    const first = await cases.propose(one);
    expect((await cases.confirm(one, first, cases.admin)).status).to.equal(403);
    expect((await cases.confirm(one, 'another-proposal', cases.deputy)).status).to.equal(409);
    expect((await cases.confirm(other, await cases.propose(other), cases.deputy)).status).to.equal(
      200,
    );
    const late = await cases.confirm(one, first, cases.deputy);
    expect([late.status, codeOf.parse(late.body).code]).to.deep.equal([
      409,
      'investigation/paid-another',
    ]);
  });

  it('are found by kind, acquirer and seller, page by page', async () => {
    for (let nth = 0; nth < 3; nth += 1) {
      const paymentId = cases.purchase();
      cases.history.submit(paymentId);
      cases.history.wait(60);
      cases.history.report(paymentId, 'APPROVED', { amount: cents(1) });
    }
    await cases.world.happen(cases.history);
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
    await cases.propose(id, cases.admin, { evidence: 'Extrato, conta 123456789 de x@example.com' });
    expect((await cases.opened(id)).proposal?.evidence).to.equal(
      'Extrato, conta [number] de [e-mail]',
    );
  });

  it('of another platform are not found', async () => {
    const id = await cases.unresolved();
    const { status } = await cases.world.post('/api/admin.proposeResolution', cases.proposing(id), {
      as: 'otherAdmin',
    });
    expect(status).to.equal(404);
  });
});
