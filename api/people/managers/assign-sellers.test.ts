import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { PortfolioMove, PortfolioSeller } from '#/api/contract/managers.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, type AnyPerson, type NewPerson } from '#/api/testing/people.ts';
import { UNKNOWN } from '#/api/testing/valid-inputs.ts';

type Assigned = OutputOf<'admin.assignSellers'>;

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Assignment of sellers to managers', () => {
  let world: ApiWorld;
  /** `gil` and `rafa` are managers without a portfolio. */
  let gil: NewPerson;
  let rafa: NewPerson;
  let sellerA: NewPerson;
  let sellerB: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    [gil, rafa] = [await world.newManager(), await world.newManager()];
    [sellerA, sellerB] = [await world.newSeller(), await world.newSeller()];
  });

  /** @param managerId null = out of all portfolios; `basedOn` is the revision of a seller's assignment, null = never assigned */
  const post = (
    managerId: string | null,
    sellers: readonly (readonly [seller: { readonly personId: string }, basedOn: number | null])[],
    as: AnyPerson = 'admin',
    key = randomUUID(),
  ): Promise<ApiAnswer> => {
    const chosen = sellers.map(([{ personId }, basedOn]) => ({ sellerId: personId, basedOn }));
    const input = { managerId, sellers: chosen };
    const headers = { 'idempotency-key': key };
    return world.post('/api/admin.assignSellers', input, { as, headers });
  };

  const assign = async (...request: Parameters<typeof post>): Promise<Assigned> => {
    const answer = await post(...request);
    expect(answer.status, answer.text).to.equal(200);
    return Object(answer.body);
  };

  const read = async (name: string, managerId: string) => {
    const after = (await world.store.head()) ?? '';
    const path = `/api/admin.${name}?managerId=${managerId}&after=${after}`;
    return Object((await world.get(path, { as: 'admin' })).body).items;
  };

  const portfolioOf = (manager: NewPerson): Promise<readonly PortfolioSeller[]> =>
    read('listPortfolio', manager.personId);

  const idsOf = async (manager: NewPerson) =>
    (await portfolioOf(manager)).map(({ sellerId }) => sellerId);

  it('puts several sellers at once into a portfolio, moves them and takes them out, with a history', async () => {
    const { moved, changed } = await assign(gil.personId, [
      [sellerA, null],
      [sellerB, null],
    ]);
    expect(moved).to.have.members([sellerA.personId, sellerB.personId]);
    expect(changed).to.deep.equal([]);
    const [first] = await portfolioOf(gil);
    expect(first).to.include({ name: 'Loja new', status: 'ACTIVE', volume: 0, revision: 0 });
    expect(first?.assignedBy).to.equal(emailOf('admin'));
    await assign(rafa.personId, [[sellerA, 0]], 'deputy');
    await assign(null, [[sellerB, 0]]);
    expect([await idsOf(gil), await idsOf(rafa)]).to.deep.equal([[], [sellerA.personId]]);
    const moves: readonly PortfolioMove[] = await read('listPortfolioMoves', gil.personId);
    expect(
      moves.map(({ sellerId, from, to, by }) => [sellerId, from?.email, to?.email, by]),
    ).to.have.deep.members([
      [sellerB.personId, gil.email, undefined, emailOf('admin')],
      [sellerA.personId, gil.email, rafa.email, emailOf('deputy')],
      [sellerB.personId, undefined, gil.email, emailOf('admin')],
      [sellerA.personId, undefined, gil.email, emailOf('admin')],
    ]);
    const seller = await world.get(`/api/admin.getSeller?sellerId=${sellerA.personId}`, {
      as: 'admin',
    });
    expect(Object(seller.body).manager).to.deep.equal({
      managerId: rafa.personId,
      email: rafa.email,
    });
  });

  it('gives a seller to one manager when the seller is assigned to two at the same moment', async () => {
    for (const person of ['admin', 'deputy'] as const) await world.cookieOf(person);
    for (const basedOn of [null, 1]) {
      const [ofGil, ofRafa] = await Promise.all([
        assign(gil.personId, [[sellerA, basedOn]], 'admin'),
        assign(rafa.personId, [[sellerA, basedOn]], 'deputy'),
      ]);
      const hasGil = ofGil.moved.length === 1;
      const [winner, late] = hasGil ? [gil, ofRafa] : [rafa, ofGil];
      expect(ofGil.moved.length + ofRafa.moved.length).to.equal(1);
      expect(late.changed).to.deep.equal([
        {
          sellerId: sellerA.personId,
          managerId: winner.personId,
          managerEmail: winner.email,
          revision: (basedOn ?? -1) + 1,
        },
      ]);
      expect(await idsOf(winner)).to.deep.equal([sellerA.personId]);
      // Back to no portfolio, for the next round.
      await assign(null, [[sellerA, (basedOn ?? -1) + 1]]);
    }
  });

  it('moves the sellers whose assignment is as the caller saw it, and returns the present manager of the others', async () => {
    await assign(gil.personId, [
      [sellerA, null],
      [sellerB, null],
    ]);
    await assign(rafa.personId, [[sellerA, 0]], 'deputy');
    const third = await world.newManager();
    const { moved, changed } = await assign(third.personId, [
      [sellerA, 0],
      [sellerB, 0],
    ]);
    expect(moved).to.deep.equal([sellerB.personId]);
    expect(changed).to.deep.equal([
      {
        sellerId: sellerA.personId,
        managerId: rafa.personId,
        managerEmail: rafa.email,
        revision: 1,
      },
    ]);
    expect((await assign(third.personId, [[sellerA, 1]])).moved).to.deep.equal([sellerA.personId]);
  });

  it('is made once under one idempotency key, even if it was undone in between', async () => {
    const key = randomUUID();
    const first = await assign(gil.personId, [[sellerA, null]], 'admin', key);
    expect(await assign(gil.personId, [[sellerA, null]], 'admin', key)).to.deep.equal(first);
    await assign(rafa.personId, [[sellerA, 0]]);
    const repeated = await assign(gil.personId, [[sellerA, null]], 'admin', key);
    expect(repeated.changed.map(({ managerId }) => managerId)).to.deep.equal([rafa.personId]);
    expect(await idsOf(rafa)).to.deep.equal([sellerA.personId]);
    const other = await post(gil.personId, [[sellerB, null]], 'admin', key);
    expect(codeOf(other)).to.equal('idempotency/key-reused');
  });

  it('records nothing if nothing changes', async () => {
    expect((await assign(null, [[sellerA, null]])).moved).to.deep.equal([sellerA.personId]);
    await assign(gil.personId, [[sellerA, null]]);
    expect((await assign(gil.personId, [[sellerA, 0]])).moved).to.deep.equal([sellerA.personId]);
    const moves = await read('listPortfolioMoves', gil.personId);
    expect(moves).to.have.length(1);
  });

  it('is refused for sellers who are unknown or of another platform, and for a blocked manager', async () => {
    const head = await world.lastFact();
    const foreign = { personId: 'seller-9' };
    const unknown = { personId: UNKNOWN };
    for (const strange of [foreign, unknown])
      expect(
        (
          await post(gil.personId, [
            [sellerA, null],
            [strange, null],
          ])
        ).status,
      ).to.equal(404);
    expect(await world.lastFact(), 'the others neither').to.equal(head);
    const block = { managerId: gil.personId, basedOn: 0 };
    expect((await world.post('/api/admin.blockManager', block, { as: 'admin' })).status).to.equal(
      200,
    );
    expect(codeOf(await post(gil.personId, [[sellerA, null]]))).to.equal('manager/not-active');
    expect(await idsOf(gil)).to.deep.equal([]);
    const byOtherAdmin = await post(rafa.personId, [[sellerA, null]], 'otherAdmin');
    expect(byOtherAdmin.status, 'of another platform').to.equal(404);
  });

  it('rejects a request with too many sellers, with none, or with an invalid revision', async () => {
    const many = Array.from({ length: 101 }, () => [sellerA, null] as const);
    expect(codeOf(await post(gil.personId, many))).to.equal('request/invalid-input');
    expect(codeOf(await post(gil.personId, []))).to.equal('request/invalid-input');
    expect(codeOf(await post(gil.personId, [[sellerA, -1]]))).to.equal('request/invalid-input');
    const withoutFlag = await world.newFunctionary(['isUsersAvailable']);
    expect(codeOf(await post(gil.personId, [[sellerA, null]], withoutFlag))).to.equal(
      'session/forbidden',
    );
  });

  it('begins with a search by name, which shows the manager of each seller', async () => {
    await assign(gil.personId, [[sellerA, null]]);
    const keeper = await world.newFunctionary(['isManagersAvailable']);
    const find = async (text: string): Promise<ApiAnswer> =>
      world.post(
        '/api/admin.findAssignable',
        { text, after: await world.store.head() },
        { as: keeper },
      );
    const [assigned] = Object((await find(sellerA.personId)).body).items;
    expect(assigned).to.deep.equal({
      sellerId: sellerA.personId,
      name: 'Loja new',
      managerId: gil.personId,
      managerEmail: gil.email,
      revision: 0,
    });
    const [unassigned] = Object((await find(sellerB.personId)).body).items;
    expect(unassigned).to.include({ managerId: null, managerEmail: null, revision: null });
    expect(Object((await find('seller-9')).body).items, 'of another platform').to.deep.equal([]);
  });
});
