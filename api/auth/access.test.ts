import { expect } from 'chai';
import { contract } from '#/api/contract/contract.ts';
import { procedureNames } from '#/api/procedure-names.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { personNames, sealedBuyer, type Person } from '#/api/testing/people.ts';
import { queryText, validInputs } from '#/api/testing/valid-inputs.ts';
import { cents } from '#/domain/money.ts';
import { staff } from '#/domain/staff/decider.ts';
import { History } from '#/projections/testing/history.ts';
import type { AccessName } from './access.ts';
import { createCallers } from './callers.ts';

const sellers: readonly Person[] = ['ana', 'bia', 'otherSeller'];
const admins: readonly Person[] = ['admin', 'otherAdmin'];
const withSales: readonly Person[] = [...admins, 'accountant'];

/**
 * Said a second time, so that a slip in the access table does not pass; a missing one does not
 * compile.
 */
const mayCall: Readonly<Record<AccessName, readonly Person[] | 'anyone'>> = {
  'checkout.getCheckout': 'anyone',
  'checkout.getInstallments': 'anyone',
  'checkout.createCardToken': 'anyone',
  'checkout.purchase': 'anyone',
  'checkout.getPayment': 'anyone',
  'session.get': 'anyone',
  'seller.listSales': sellers,
  'seller.getSale': sellers,
  'seller.getSummary': sellers,
  'seller.getBalance': sellers,
  'seller.getReleases': sellers,
  'seller.getStatement': sellers,
  'seller.getWithdrawalTerms': sellers,
  'seller.requestWithdrawal': sellers,
  'seller.listWithdrawals': sellers,
  'seller.requestRefund': sellers,
  'seller.listRefunds': sellers,
  'seller.getReceiver': sellers,
  'seller.reviseReceiver': sellers,
  'seller.requestUpload': sellers,
  'seller.submitReceiverFile': sellers,
  'seller.removeReceiverFile': sellers,
  'admin.listSales': withSales,
  'admin.getSale': withSales,
  'admin.getSummary': admins,
  'admin.getPaymentAudit': withSales,
  'admin.replayPayment': withSales,
  'admin.getSealState': withSales,
  'admin.getPaymentProof': withSales,
  'admin.requestRefund': withSales,
  'admin.listReadModels': admins,
  'admin.startRebuild': admins,
  'admin.startGoingBack': admins,
  'admin.getRebuild': admins,
  'admin.listNotices': admins,
  'admin.getNotice': admins,
  'admin.previewNotice': admins,
  'admin.redeliverNotice': admins,
  'admin.redeliverNotices': admins,
  'admin.listNegativeSellers': withSales,
  'admin.listSellerRevenue': withSales,
  'admin.getTrialBalance': withSales,
  'admin.countExport': withSales,
  'admin.getAcquiring': admins,
  'admin.reviseRoutes': admins,
  'admin.getSellerRoutes': admins,
  'admin.reviseSellerRoutes': admins,
  'admin.connectAcquirer': admins,
  'admin.disconnectAcquirer': admins,
  'admin.testAcquirer': admins,
  'admin.callAcquirerBack': admins,
  'admin.explainAcquirer': withSales,
  'admin.getSubject': admins,
  'admin.exportSubject': admins,
  'admin.requestErasure': admins,
  'admin.listReceivers': admins,
  'admin.getReceiver': admins,
  'admin.approveReceiverFile': admins,
  'admin.rejectReceiverFile': admins,
  'admin.registerReceiver': admins,
  'admin.readBackReceiver': admins,
  'admin.concludeReceiverRegistration': admins,
  'export.journal': withSales,
  'export.sales': withSales,
};

const names: readonly AccessName[] = [...procedureNames, 'export.journal', 'export.sales'];

/**
 * Asks with an input that fits and leads nowhere: past the door the answer is about the input, not
 * about the caller.
 */
const knock = (world: ApiWorld, name: AccessName, person: Person | undefined) => {
  const asking = person ? { as: person } : {};
  if (name === 'export.journal' || name === 'export.sales') {
    return world.get(`/api/${name}?from=2026-11-01&to=2026-11-30`, asking);
  }
  const input = validInputs[name];
  return contract[name].kind === 'query'
    ? world.get(`/api/${name}?${queryText(input)}`, asking)
    : world.post(`/api/${name}`, input, asking);
};

describe('who may call what', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  for (const name of names) {
    it(`lets only its own people call ${name}`, async () => {
      const allowed = mayCall[name];
      const anonymous = await knock(world, name, undefined);
      if (allowed === 'anyone') expect(anonymous.status).to.not.be.oneOf([401, 403]);
      else expect(anonymous.status).to.equal(401);
      for (const person of personNames) {
        const { status, text } = await knock(world, name, person);
        const isAllowed = allowed === 'anyone' || allowed.includes(person);
        if (isAllowed) expect(status, `${person}: ${text}`).to.not.be.oneOf([401, 403, 500]);
        else expect(status, `${person}: ${text}`).to.equal(403);
      }
    });
  }

  it('takes away within seconds what a person no longer may', async () => {
    const { handler, now } = world.parts.core;
    let clock = 0;
    const nowMs = () => clock;
    const callers = createCallers({ sessions: world.parts.sessions, handler, nowMs });
    const headers = new Headers({ cookie: await world.cookieOf('clerk') });
    expect((await callers.find(headers))?.role).to.equal('FUNCTIONARY');
    await handler.handle(
      staff,
      'staff-clerk-1',
      { type: 'Archive', now: now() },
      { commandId: 'dismiss', platform: 'demo', actor: 'system', correlation: 'clerk-1' },
    );
    clock = 5_000;
    expect(await callers.find(headers)).to.equal(undefined);
  });
});

/** Procedures that name a payment, found in the contract itself. */
const ofPayment = procedureNames.filter(
  (name) => !name.startsWith('checkout.') && 'paymentId' in validInputs[name],
);

describe('whose data it is', () => {
  let world: ApiWorld;
  let ofAna: string;

  before(async () => {
    world = await apiWorld();
    const history = new History();
    const buyer = await sealedBuyer(world.parts.core, 'Fulano de Tal');
    ofAna = history.purchase({ sellerId: 'seller-1', amount: cents(9_700), buyer });
    history.submit(ofAna);
    history.hear(ofAna, 'APPROVED');
    await world.happen(history);
  });
  after(() => world.close());

  it('is asked for by some procedures', () => {
    expect(ofPayment).to.include.members(['seller.getSale', 'admin.requestRefund']);
  });

  for (const name of ofPayment) {
    it(`hides from others in ${name} even that it exists`, async () => {
      const strangers: readonly Person[] = name.startsWith('seller.')
        ? ['bia', 'otherSeller']
        : ['otherAdmin'];
      const head = await world.store.head();
      for (const as of strangers) {
        const ask = (paymentId: string) => {
          const input = { ...validInputs[name], paymentId };
          return contract[name].kind === 'query'
            ? world.get(`/api/${name}?${queryText(input)}`, { as })
            : world.post(`/api/${name}`, input, { as, headers: { 'idempotency-key': paymentId } });
        };
        const [others, nobodys] = [await ask(ofAna), await ask('nobody-knows-this')];
        expect(others.status).to.equal(404);
        const { requestId: _, ...problem } = Object(others.body);
        const { requestId: __, ...unknown } = Object(nobodys.body);
        expect(problem).to.deep.equal(unknown);
      }
      expect(await world.store.head()).to.equal(head);
    });
  }

  it('keeps lists, balances and exports apart', async () => {
    const own = await world.get('/api/seller.listSales', { as: 'ana' });
    expect(own.text).to.include(ofAna);
    for (const as of ['bia', 'otherSeller', 'otherAdmin'] as const) {
      const list = as === 'otherAdmin' ? '/api/admin.listSales' : '/api/seller.listSales';
      expect(Object(await world.get(list, { as })).body.items).to.deep.equal([]);
    }
    const balance = await world.get('/api/seller.getBalance', { as: 'bia' });
    expect(balance.body).to.include({ sellerId: 'seller-2', pending: 0, available: 0 });
    const range = 'from=2026-10-01&to=2026-10-31';
    for (const name of ['export.journal', 'export.sales']) {
      expect((await world.get(`/api/${name}?${range}`, { as: 'admin' })).text).to.include(ofAna);
      const others = await world.get(`/api/${name}?${range}`, { as: 'otherAdmin' });
      expect(others.text.trimEnd().split('\r\n')).to.have.lengthOf(1);
    }
  });
});
