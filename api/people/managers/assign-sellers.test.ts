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
  let gil: NewPerson;
  let rafa: NewPerson;
  let one: NewPerson;
  let two: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    [gil, rafa] = [await world.newManager(), await world.newManager()];
    [one, two] = [await world.newSeller(), await world.newSeller()];
  });

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

  const assign = async (...asked: Parameters<typeof post>): Promise<Assigned> => {
    const answer = await post(...asked);
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

  it('puts several at once into a portfolio, moves them and takes them out, with a history', async () => {
    const { moved, changed } = await assign(gil.personId, [
      [one, null],
      [two, null],
    ]);
    expect(moved).to.have.members([one.personId, two.personId]);
    expect(changed).to.deep.equal([]);
    const [first] = await portfolioOf(gil);
    expect(first).to.include({ name: 'Loja new', status: 'ACTIVE', volume: 0, revision: 0 });
    expect(first?.assignedBy).to.equal(emailOf('admin'));
    await assign(rafa.personId, [[one, 0]], 'deputy');
    await assign(null, [[two, 0]]);
    expect([await idsOf(gil), await idsOf(rafa)]).to.deep.equal([[], [one.personId]]);
    const moves: readonly PortfolioMove[] = await read('listPortfolioMoves', gil.personId);
    expect(
      moves.map(({ sellerId, from, to, by }) => [sellerId, from?.email, to?.email, by]),
    ).to.have.deep.members([
      [two.personId, gil.email, undefined, emailOf('admin')],
      [one.personId, gil.email, rafa.email, emailOf('deputy')],
      [two.personId, undefined, gil.email, emailOf('admin')],
      [one.personId, undefined, gil.email, emailOf('admin')],
    ]);
    const seller = await world.get(`/api/admin.getSeller?sellerId=${one.personId}`, {
      as: 'admin',
    });
    expect(Object(seller.body).manager).to.deep.equal({
      managerId: rafa.personId,
      email: rafa.email,
    });
  });

  it('gives a seller to one manager when two are to get the seller at the same moment', async () => {
    for (const person of ['admin', 'deputy'] as const) await world.cookieOf(person);
    for (const basedOn of [null, 1]) {
      const [ofGil, ofRafa] = await Promise.all([
        assign(gil.personId, [[one, basedOn]], 'admin'),
        assign(rafa.personId, [[one, basedOn]], 'deputy'),
      ]);
      const hasGil = ofGil.moved.length === 1;
      const [winner, late] = hasGil ? [gil, ofRafa] : [rafa, ofGil];
      expect(ofGil.moved.length + ofRafa.moved.length).to.equal(1);
      expect(late.changed).to.deep.equal([
        {
          sellerId: one.personId,
          managerId: winner.personId,
          managerEmail: winner.email,
          revision: (basedOn ?? -1) + 1,
        },
      ]);
      expect(await idsOf(winner)).to.deep.equal([one.personId]);
      // Back to no portfolio, for the next round.
      await assign(null, [[one, (basedOn ?? -1) + 1]]);
    }
  });

  it('moves the sellers whose assignment is as the caller saw it, and returns the present manager of the others', async () => {
    await assign(gil.personId, [
      [one, null],
      [two, null],
    ]);
    await assign(rafa.personId, [[one, 0]], 'deputy');
    const third = await world.newManager();
    const { moved, changed } = await assign(third.personId, [
      [one, 0],
      [two, 0],
    ]);
    expect(moved).to.deep.equal([two.personId]);
    expect(changed).to.deep.equal([
      {
        sellerId: one.personId,
        managerId: rafa.personId,
        managerEmail: rafa.email,
        revision: 1,
      },
    ]);
    expect((await assign(third.personId, [[one, 1]])).moved).to.deep.equal([one.personId]);
  });

  it('is made once under one idempotency key, even if it was undone in between', async () => {
    const key = randomUUID();
    const first = await assign(gil.personId, [[one, null]], 'admin', key);
    expect(await assign(gil.personId, [[one, null]], 'admin', key)).to.deep.equal(first);
    await assign(rafa.personId, [[one, 0]]);
    const repeated = await assign(gil.personId, [[one, null]], 'admin', key);
    expect(repeated.changed.map(({ managerId }) => managerId)).to.deep.equal([rafa.personId]);
    expect(await idsOf(rafa)).to.deep.equal([one.personId]);
    const other = await post(gil.personId, [[two, null]], 'admin', key);
    expect(codeOf(other)).to.equal('idempotency/key-reused');
  });

  it('records nothing if nothing changes', async () => {
    expect((await assign(null, [[one, null]])).moved).to.deep.equal([one.personId]);
    await assign(gil.personId, [[one, null]]);
    expect((await assign(gil.personId, [[one, 0]])).moved).to.deep.equal([one.personId]);
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
            [one, null],
            [strange, null],
          ])
        ).status,
      ).to.equal(404);
    expect(await world.lastFact(), 'the others neither').to.equal(head);
    const block = { managerId: gil.personId, basedOn: 0 };
    expect((await world.post('/api/admin.blockManager', block, { as: 'admin' })).status).to.equal(
      200,
    );
    expect(codeOf(await post(gil.personId, [[one, null]]))).to.equal('manager/not-active');
    expect(await idsOf(gil)).to.deep.equal([]);
    const own = await post(rafa.personId, [[one, null]], 'otherAdmin');
    expect(own.status, 'of another platform').to.equal(404);
  });

  it('rejects a request with too many sellers, with none, or with an invalid revision', async () => {
    const many = Array.from({ length: 101 }, () => [one, null] as const);
    expect(codeOf(await post(gil.personId, many))).to.equal('request/invalid-input');
    expect(codeOf(await post(gil.personId, []))).to.equal('request/invalid-input');
    expect(codeOf(await post(gil.personId, [[one, -1]]))).to.equal('request/invalid-input');
    const without = await world.newFunctionary(['isUsersAvailable']);
    expect(codeOf(await post(gil.personId, [[one, null]], without))).to.equal('session/forbidden');
  });

  it('begins with a search by name, which shows the manager of each seller', async () => {
    await assign(gil.personId, [[one, null]]);
    const find = async (text: string): Promise<ApiAnswer> =>
      world.post(
        '/api/admin.findAssignable',
        { text, after: await world.store.head() },
        { as: await keeper },
      );
    const keeper = world.newFunctionary(['isManagersAvailable']);
    const [found] = Object((await find(one.personId)).body).items;
    expect(found).to.deep.equal({
      sellerId: one.personId,
      name: 'Loja new',
      managerId: gil.personId,
      managerEmail: gil.email,
      revision: 0,
    });
    const [free] = Object((await find(two.personId)).body).items;
    expect(free).to.include({ managerId: null, managerEmail: null, revision: null });
    expect(Object((await find('seller-9')).body).items, 'of another platform').to.deep.equal([]);
  });
});
