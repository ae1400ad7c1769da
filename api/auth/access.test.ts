import { expect } from 'chai';
import { contract, type ProcedureName } from '#/api/contract/contract.ts';
import { Rejected } from '#/api/http/problem.ts';
import { procedureNames } from '#/api/http/procedure-names.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { people, personNames, sealedBuyer, type Person } from '#/api/testing/people.ts';
import { queryText, UNKNOWN, validInputs } from '#/api/testing/valid-inputs.ts';
import { cents } from '#/domain/money.ts';
import { staff } from '#/domain/staff/staff.ts';
import { History } from '#/projections/testing/history.ts';
import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';
import { actions } from '#/web/features/session/access.ts';
import { access, requireAccess, type AccessName } from './access.ts';
import type { StaffCaller } from './caller.ts';
import { createCallers } from './callers.ts';

const sellers: readonly Person[] = ['ana', 'bia', 'otherSeller'];
const admins: readonly Person[] = ['admin', 'otherAdmin'];
const withSales: readonly Person[] = [...admins, 'accountant', 'attendant'];
const withRefunds: readonly Person[] = [...admins, 'attendant'];
const withDocuments: readonly Person[] = [...admins, 'examiner'];

/** The access table once more, so that a mistake in the other one does not pass; a missing entry does not compile. */
const mayCall: Readonly<Record<AccessName, readonly Person[] | 'anyone'>> = {
  'checkout.getCheckout': 'anyone',
  'checkout.getInstallments': 'anyone',
  'checkout.createCardToken': 'anyone',
  'checkout.purchase': 'anyone',
  'checkout.getPayment': 'anyone',
  'session.get': 'anyone',
  'session.openInvitation': 'anyone',
  'session.acceptInvitation': 'anyone',
  'seller.listSales': sellers,
  'seller.searchSales': sellers,
  'seller.find': sellers,
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
  'admin.searchSales': withSales,
  'admin.find': withSales,
  'admin.findSellers': withSales,
  'admin.getSale': withSales,
  'admin.getSummary': admins,
  'admin.getPaymentAudit': withSales,
  'admin.replayPayment': withSales,
  'admin.getPaymentProof': withSales,
  'admin.requestRefund': withRefunds,
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
  'admin.getSubject': withDocuments,
  'admin.exportSubject': admins,
  'admin.requestErasure': admins,
  'admin.listReceivers': withDocuments,
  'admin.getReceiver': withDocuments,
  'admin.approveReceiverFile': withDocuments,
  'admin.rejectReceiverFile': withDocuments,
  'admin.registerReceiver': admins,
  'admin.readBackReceiver': withDocuments,
  'admin.concludeReceiverRegistration': admins,
  'admin.listAccess': admins,
  'export.journal': withSales,
  'export.sales': withSales,
};

const names: readonly AccessName[] = [...procedureNames, 'export.journal', 'export.sales'];

/** All kinds of caller, and counts of the combinations tested, reported at the end. */
const callers: readonly (Person | undefined)[] = [undefined, ...personNames];
const counted = { roles: 0, flags: 0, owners: 0 };

/**
 * Calls with a valid input that refers to nothing: an answer about the input, not about the caller, means that access was
 * granted.
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

const staffWith = (permissions: readonly PermissionFlag[]): StaffCaller => ({
  role: 'FUNCTIONARY',
  permissions,
  staffId: 'staff-1',
  platformId: 'demo',
  actor: 'admin:staff-1',
  email: 'staff@example.com',
  name: 'Staff',
  expiresAt: 0,
});

const passes = (name: AccessName, caller: StaffCaller): boolean => {
  counted.flags += 1;
  try {
    requireAccess(name, caller);
    return true;
  } catch (error) {
    if (error instanceof Rejected && error.code === 'session/forbidden') return false;
    throw error;
  }
};

describe('who may call what, by flags', () => {
  for (const name of names) {
    const asked = access[name];
    if (asked === 'public' || asked === 'seller') continue;
    it(`needs ${asked.staff.join(' and ')} for ${name}, and no other`, () => {
      expect(passes(name, staffWith(asked.staff))).to.equal(true);
      for (const flag of asked.staff) {
        const others = permissionFlags.filter((each) => each !== flag);
        expect(passes(name, staffWith(others)), `without ${flag}`).to.equal(false);
      }
    });
  }

  it('is what the back office shows its people', () => {
    for (const [name, flags] of Object.entries(actions)) {
      expect(access).to.have.deep.nested.property(`${name.replace('.', '\\.')}.staff`, flags);
    }
  });
});

describe('who may call what', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  for (const name of names) {
    it(`lets only its own people call ${name}`, async () => {
      const allowed = mayCall[name];
      counted.roles += callers.length;
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
    const { handler, now } = world.services.core;
    let clock = 0;
    const nowMs = () => clock;
    const known = createCallers({ sessions: world.services.sessions, handler, nowMs });
    const headers = new Headers({ cookie: await world.cookieOf('clerk') });
    expect((await known.find(headers))?.role).to.equal('FUNCTIONARY');
    await handler.handle(
      staff,
      'staff-clerk-1',
      { type: 'Archive', now: now() },
      { commandId: 'dismiss', platform: 'demo', actor: 'system', correlation: 'clerk-1' },
    );
    clock = 5_000;
    expect(await known.find(headers)).to.equal(undefined);
  });
});

/** Procedures whose input has a payment or a seller, found in the contract itself. */
const naming = (field: 'paymentId' | 'sellerId') =>
  procedureNames.filter((name) => !name.startsWith('checkout.') && field in validInputs[name]);

describe('whose data it is', () => {
  let world: ApiWorld;
  let ofAna: string;
  let ofOther: string;

  before(async () => {
    world = await apiWorld();
    const history = new History();
    const buyer = await sealedBuyer(world.services.core, 'Fulano de Tal');
    const paid = (whose: { readonly sellerId: string; readonly platformId: string }): string => {
      const paymentId = history.purchase({ ...whose, amount: cents(9_700), buyer });
      history.submit(paymentId);
      history.report(paymentId, 'APPROVED');
      return paymentId;
    };
    ofAna = paid(people.ana);
    ofOther = paid(people.otherSeller);
    await world.happen(history);
  });
  after(async () => {
    await world.close();
    const { roles, flags, owners } = counted;
    process.stdout.write(
      `  ${names.length} procedures, ${callers.length} callers: asked ${roles} times by role, ${flags} by single flags, ` +
        `${owners} for what is one's own, another's or nobody's\n`,
    );
  });

  it('is asked for by some procedures', () => {
    expect(naming('paymentId')).to.include.members(['seller.getSale', 'admin.requestRefund']);
    expect(naming('sellerId')).to.include.members(['admin.getReceiver', 'admin.getSellerRoutes']);
  });

  const ask = async (name: ProcedureName, named: object, as: Person | undefined) => {
    counted.owners += 1;
    const input = { ...validInputs[name], ...named };
    const asking = as ? { as } : {};
    const { status, text, body } =
      contract[name].kind === 'query'
        ? await world.get(`/api/${name}?${queryText(input)}`, asking)
        : await world.post(`/api/${name}`, input, {
            ...asking,
            headers: { 'idempotency-key': `${as}${JSON.stringify(named)}` },
          });
    const { requestId: _, ...said } = Object(body);
    return { status, text, said };
  };

  for (const field of ['paymentId', 'sellerId'] as const) {
    for (const name of naming(field)) {
      it(`hides from others in ${name} even that it exists`, async () => {
        const owners = [
          { owner: people.ana, id: field === 'paymentId' ? ofAna : people.ana.sellerId },
          {
            owner: people.otherSeller,
            id: field === 'paymentId' ? ofOther : people.otherSeller.sellerId,
          },
        ];
        const allowed = mayCall[name];
        for (const as of callers) {
          const foreign = await ask(name, { [field]: UNKNOWN }, as);
          const isAllowed = as !== undefined && allowed !== 'anyone' && allowed.includes(as);
          for (const { owner, id } of owners) {
            const isOwn =
              as !== undefined &&
              people[as].platformId === owner.platformId &&
              !('sellerId' in people[as] && people[as].sellerId !== owner.sellerId);
            const head = await world.lastFact();
            const { status, text, said } = await ask(name, { [field]: id }, as);
            const reported = `${as} of ${owner.sellerId}: ${text}`;
            if (!isAllowed) expect(status, reported).to.equal(as === undefined ? 401 : 403);
            else if (isOwn) expect(status, reported).to.not.be.oneOf([401, 403, 500]);
            else {
              expect(foreign.status, reported).to.equal(404);
              expect(said, reported).to.deep.equal(foreign.said);
            }
            if (isOwn && isAllowed && field === 'paymentId')
              expect(status, reported).to.not.equal(404);
            if (!isOwn || !isAllowed) expect(await world.lastFact(), reported).to.equal(head);
          }
        }
      });
    }
  }

  it('keeps lists, balances and exports apart', async () => {
    const salesSeenBy = async (as: Person): Promise<readonly string[]> => {
      const area = 'sellerId' in people[as] ? 'seller' : 'admin';
      const { items } = Object((await world.get(`/api/${area}.listSales`, { as })).body);
      return items.map(({ paymentId }: { readonly paymentId: string }) => paymentId);
    };
    for (const as of ['ana', 'admin'] as const) {
      expect(await salesSeenBy(as)).to.deep.equal([ofAna]);
    }
    for (const as of ['otherSeller', 'otherAdmin'] as const) {
      expect(await salesSeenBy(as)).to.deep.equal([ofOther]);
    }
    expect(await salesSeenBy('bia')).to.deep.equal([]);
    const balance = await world.get('/api/seller.getBalance', { as: 'bia' });
    expect(balance.body).to.include({ sellerId: 'seller-2', pending: 0, available: 0 });
    const range = 'from=2026-10-01&to=2026-10-31';
    for (const name of ['export.journal', 'export.sales']) {
      const own = await world.get(`/api/${name}?${range}`, { as: 'admin' });
      expect(own.text).to.include(ofAna).and.to.not.include(ofOther);
      const others = await world.get(`/api/${name}?${range}`, { as: 'otherAdmin' });
      expect(others.text).to.include(ofOther).and.to.not.include(ofAna);
    }
  });
});
