import { expect } from 'chai';
import { contract, type ProcedureName } from '#/api/contract/contract.ts';
import { procedureNames } from '#/api/http/procedure-names.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { people, makeBuyer, type Person } from '#/api/testing/people.ts';
import { queryText, UNKNOWN, validInputs } from '#/api/testing/valid-inputs.ts';
import { cents } from '#/domain/values/money.ts';
import { History } from '#/projections/testing/history.ts';
import { callers, mayCall } from './testing/may-call.ts';

/** Whether a manager has this seller in their portfolio; true for everyone else. */
const isKept = (as: Person, sellerId: string): boolean => {
  const known = people[as];
  return !('portfolio' in known) || known.portfolio.some((id) => id === sellerId);
};

/** Number of calls so far, reported at the end. */
let counted = 0;

/** Procedures whose input has a payment or a seller, found in the contract itself. */
const proceduresTaking = (field: 'paymentId' | 'sellerId') =>
  procedureNames.filter((name) => !name.startsWith('checkout.') && field in validInputs[name]);

describe('Access to other people’s data', () => {
  let world: ApiWorld;
  let ofAna: string;
  let ofOther: string;

  before(async () => {
    world = await apiWorld();
    const history = new History();
    const buyer = await makeBuyer(world.services.core, 'Fulano de Tal');
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
    process.stdout.write(`  asked ${counted} times for what is one's own, another's or nobody's\n`);
  });

  it('is tested with procedures that take a payment id or a seller id', () => {
    expect(proceduresTaking('paymentId')).to.include.members([
      'seller.getSale',
      'admin.requestRefund',
    ]);
    expect(proceduresTaking('sellerId')).to.include.members([
      'manager.getSeller',
      'admin.getReceiver',
      'admin.getSellerRoutes',
    ]);
  });

  const ask = async (name: ProcedureName, named: object, as: Person | undefined) => {
    counted += 1;
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
    // While impersonating, the member of staff could not make the next calls.
    if (name === 'admin.beginImpersonation' && status === 200)
      await world.post('/api/session.endImpersonation', {}, asking);
    return { status, text, said };
  };

  for (const field of ['paymentId', 'sellerId'] as const) {
    for (const name of proceduresTaking(field)) {
      it(`${name} answers for other people’s ${field} as for an unknown one, and writes nothing`, async () => {
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
              !('sellerId' in people[as] && people[as].sellerId !== owner.sellerId) &&
              isKept(as, owner.sellerId);
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

  it('lists, balances and exports show each seller and platform only their own data', async () => {
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
