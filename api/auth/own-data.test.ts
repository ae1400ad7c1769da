import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { contract, type ProcedureName } from '#/api/contract/contract.ts';
import { procedureNames } from '#/api/http/procedure-names.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { declareEarlier } from '#/api/testing/earlier-destination.ts';
import { people, makeBuyer, type Person } from '#/api/testing/people.ts';
import { queryText, UNKNOWN, validInputs } from '#/api/testing/valid-inputs.ts';
import { cents } from '#/domain/values/money.ts';
import { History } from '#/projections/testing/history.ts';
import { callers, mayCall } from './testing/may-call.ts';

/** Whether this seller is in the manager's portfolio; true for everyone who is no manager. */
const isInPortfolio = (as: Person, sellerId: string): boolean => {
  const person = people[as];
  return !('portfolio' in person) || person.portfolio.some((id) => id === sellerId);
};

let counted = 0;

/** Input fields that hold an id: in `validInputs` they have the unknown id. */
const idFields = new Set(
  procedureNames.flatMap((name) =>
    Object.entries(validInputs[name]).flatMap(([field, value]) =>
      value === UNKNOWN ? [field] : [],
    ),
  ),
);

/** Ids that belong to one seller or platform. */
const ownedFields = [
  'paymentId',
  'sellerId',
  'withdrawalId',
  'destinationId',
  'staffId',
  'managerId',
  'id',
] as const;

type OwnedField = (typeof ownedFields)[number];

/** Ids that this test does not try: they belong to no seller or platform, or other tests try them. */
const otherFields = [
  'checkoutId',
  'offerId',
  'token',
  'platformId',
  'masterId',
  'sessionId',
  'personId',
  'noticeId',
  'proposalId',
  'mailId',
];

interface Owned {
  readonly platformId: string;
  readonly sellerId?: string;
  readonly id: string;
}

const isOwnOf = (as: Person, { platformId, sellerId }: Owned): boolean => {
  if (people[as].platformId !== platformId) return false;
  if (sellerId === undefined) return true;
  return (
    !('sellerId' in people[as] && people[as].sellerId !== sellerId) && isInPortfolio(as, sellerId)
  );
};

/** Whether the answer for an own id must differ from that for an unknown id. `admin.assignSellers` also names an unknown seller. */
const isThere = (name: ProcedureName, field: OwnedField): boolean =>
  field !== 'sellerId' && name !== 'admin.assignSellers';

const proceduresTaking = (field: OwnedField) =>
  procedureNames.filter((name) => !name.startsWith('checkout.') && field in validInputs[name]);

interface OwnedIds {
  readonly paymentId: string;
  readonly withdrawalId: string;
  readonly unresolvedId: string;
}

const owners = [people.ana, people.otherSeller] as const;

/** Makes a paid sale, a paid withdrawal and a charge with an unknown outcome for each owner. */
const makeAll = async (
  { core }: ApiWorld['services'],
  history: History,
): Promise<readonly OwnedIds[]> => {
  const buyer = await makeBuyer(core, 'Fulano de Tal');
  const purchase = ({ sellerId, platformId }: (typeof owners)[number]): string => {
    const paymentId = history.purchase({ sellerId, platformId, amount: cents(9_700), buyer });
    history.submit(paymentId);
    return paymentId;
  };
  const paid = owners.map(purchase);
  for (const paymentId of paid) history.report(paymentId, 'APPROVED');
  history.wait(45 * 86_400);
  return owners.map((owner, index) => {
    const { sellerId } = owner;
    history.release(sellerId);
    const withdrawalId = history.withdraw(sellerId, cents(5_000));
    history.concludeWithdrawal(withdrawalId, sellerId, 'SETTLED');
    const unresolvedId = purchase(owner);
    history.leaveUnresolved(unresolvedId);
    return { paymentId: paid[index] ?? '', withdrawalId, unresolvedId };
  });
};

describe('Access to other people’s data', () => {
  let world: ApiWorld;
  let ownedIds: readonly OwnedIds[];

  before(async () => {
    world = await apiWorld();
    const history = new History();
    ownedIds = await makeAll(world.services, history);
    await world.happen(history);
  });
  after(async () => {
    await world.close();
    process.stdout.write(
      `  ${ownedFields.length} kinds of id: asked ${counted} times for what is one's own, another's or nobody's\n`,
    );
  });

  it('is tested with every id that a procedure takes', () => {
    expect([...idFields]).to.have.members([...ownedFields, ...otherFields]);
    expect(proceduresTaking('paymentId')).to.include('admin.requestRefund');
    expect(proceduresTaking('sellerId')).to.include('manager.getSeller');
  });

  /** One id of each platform. Where calls of this test may change the record, the record is new. */
  const ownedBy = async (field: OwnedField): Promise<readonly Owned[]> => {
    const { core } = world.services;
    return Promise.all(
      owners.map(async ({ platformId, sellerId }, index) => {
        switch (field) {
          case 'paymentId':
          case 'withdrawalId':
            return { platformId, sellerId, id: ownedIds[index]?.[field] ?? '' };
          case 'sellerId':
            return { platformId, sellerId, id: sellerId };
          case 'id':
            return { platformId, id: ownedIds[index]?.unresolvedId ?? '' };
          case 'destinationId': {
            const key = `${randomUUID()}@example.com`;
            return {
              platformId,
              sellerId,
              id: await declareEarlier(core, { platformId, sellerId }, key),
            };
          }
          case 'staffId':
            return { platformId, id: (await world.newFunctionary([], platformId)).personId };
          case 'managerId':
            return { platformId, id: (await world.newManager([], platformId)).personId };
        }
      }),
    );
  };

  /** @returns the answer; `said` is its body without the id of the request, which differs in each answer */
  const ask = async (name: ProcedureName, named: object, as: Person | undefined) => {
    counted += 1;
    const input = { ...validInputs[name], ...named };
    const options = as ? { as } : {};
    const { status, text, body } =
      contract[name].kind === 'query'
        ? await world.get(`/api/${name}?${queryText(input)}`, options)
        : await world.post(`/api/${name}`, input, {
            ...options,
            headers: { 'idempotency-key': `${as}${JSON.stringify(named)}` },
          });
    const { requestId: _, ...said } = Object(body);
    // Otherwise the next calls would be made as the seller.
    if (name === 'admin.beginImpersonation' && status === 200)
      await world.post('/api/session.endImpersonation', {}, options);
    return { status, text, said };
  };

  for (const field of ownedFields) {
    for (const name of proceduresTaking(field)) {
      it(`${name} answers for other people’s ${field} as for an unknown one, and writes nothing`, async () => {
        const owned = await ownedBy(field);
        const allowed = mayCall[name];
        for (const as of callers) {
          const unknown = await ask(name, { [field]: UNKNOWN }, as);
          const isAllowed = as !== undefined && allowed !== 'anyone' && allowed.includes(as);
          for (const item of owned) {
            const isOwn = as !== undefined && isOwnOf(as, item);
            const head = await world.lastFact();
            const { status, text, said } = await ask(name, { [field]: item.id }, as);
            const reported = `${as} of ${item.sellerId ?? item.platformId}: ${text}`;
            if (!isAllowed) expect(status, reported).to.equal(as === undefined ? 401 : 403);
            else if (isOwn) expect(status, reported).to.not.be.oneOf([401, 403, 500]);
            else {
              expect(unknown.status, reported).to.equal(404);
              expect(said, reported).to.deep.equal(unknown.said);
            }
            if (isOwn && isAllowed && isThere(name, field))
              expect(said, reported).to.not.deep.equal(unknown.said);
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
    const idsOf = (index: number) => [ownedIds[index]?.paymentId, ownedIds[index]?.unresolvedId];
    for (const as of ['ana', 'admin'] as const)
      expect(await salesSeenBy(as)).to.have.members(idsOf(0));
    for (const as of ['otherSeller', 'otherAdmin'] as const)
      expect(await salesSeenBy(as)).to.have.members(idsOf(1));
    expect(await salesSeenBy('bia')).to.deep.equal([]);
    const balance = await world.get('/api/seller.getBalance', { as: 'bia' });
    expect(balance.body).to.include({ sellerId: 'seller-2', pending: 0, available: 0 });
    const range = 'from=2026-10-01&to=2026-10-31';
    const [ofAna = '', ofOther = ''] = ownedIds.map(({ paymentId }) => paymentId);
    for (const name of ['export.journal', 'export.sales']) {
      const answer = await world.get(`/api/${name}?${range}`, { as: 'admin' });
      expect(answer.text).to.include(ofAna).and.to.not.include(ofOther);
      const otherAnswer = await world.get(`/api/${name}?${range}`, { as: 'otherAdmin' });
      expect(otherAnswer.text).to.include(ofOther).and.to.not.include(ofAna);
    }
  });
});
