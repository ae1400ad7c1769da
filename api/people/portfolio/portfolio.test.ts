import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OwnSeller } from '#/api/contract/manager.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import type { AnyPerson, NewPerson } from '#/api/testing/people.ts';
import { UNKNOWN } from '#/api/testing/valid-inputs.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds, dayOf } from '#/domain/values/time.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const DAY = 86_400;

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Portfolio of a manager', () => {
  let world: ApiWorld;
  let gil: NewPerson;
  let rafa: NewPerson;
  /** `sellerA` and `sellerB` are in Gil's portfolio, `sellerC` is in Rafa's. */
  let sellerA: NewPerson;
  let sellerB: NewPerson;
  let sellerC: NewPerson;

  before(async () => {
    world = await apiWorld();
    [sellerA, sellerB, sellerC] = [
      await world.newSeller(),
      await world.newSeller(),
      await world.newSeller(),
    ];
    [gil, rafa] = [await world.newManager([sellerA, sellerB]), await world.newManager([sellerC])];
    const history = new History(addSeconds(world.services.core.now(), -40 * DAY));
    const sell = ({ personId: sellerId }: NewPerson, amount: number): void => {
      const paymentId = history.purchase({ platformId: 'demo', sellerId, amount: cents(amount) });
      history.submit(paymentId);
      history.report(paymentId, 'APPROVED');
    };
    sell(sellerA, 10_000);
    history.wait(37 * DAY);
    sell(sellerA, 30_000);
    sell(sellerB, 20_000);
    sell(sellerC, 99_000);
    await world.happen(history);
  });
  after(() => world.close());

  const get = async (name: string, query = '', as: AnyPerson = gil): Promise<ApiAnswer> =>
    world.get(`/api/manager.${name}?after=${(await world.store.head()) ?? ''}${query}`, { as });

  const search = async (text: string, as: AnyPerson = gil) =>
    Object((await world.post('/api/manager.searchSellers', { text }, { as })).body);

  const idsIn = (items: readonly OwnSeller[]) => items.map(({ sellerId }) => sellerId);

  const note = (text: string, { personId: sellerId }: NewPerson, as: AnyPerson = gil) =>
    world.post(
      '/api/manager.writeSellerNote',
      { sellerId, text },
      { as, headers: { 'idempotency-key': randomUUID() } },
    );

  const notesOf = async ({ personId }: NewPerson, as: AnyPerson = gil) => {
    const { body } = await get('listSellerNotes', `&sellerId=${personId}`, as);
    const items: readonly { readonly text: string; readonly by: string }[] = Object(body).items;
    return items.map(({ text, by }) => [text, by]);
  };

  it('shows the volume by period, and the sellers by volume', async () => {
    const { body } = await get('getDashboard');
    const { sellers, periods, ranking, others } = Object(body);
    expect([sellers, others]).to.deep.equal([2, 0]);
    expect(periods).to.deep.equal([
      { days: 1, volume: 0, count: 0, before: 0 },
      { days: 7, volume: 50_000, count: 2, before: 0 },
      { days: 14, volume: 50_000, count: 2, before: 0 },
      { days: 30, volume: 50_000, count: 2, before: 10_000 },
    ]);
    expect(ranking).to.deep.equal([
      { sellerId: sellerA.personId, name: 'Loja new', volume: 30_000, count: 1, before: 10_000 },
      { sellerId: sellerB.personId, name: 'Loja new', volume: 20_000, count: 1, before: 0 },
    ]);
    const today = Object((await get('getDashboard', '&days=1')).body);
    expect(today.ranking).to.deep.equal([]);
  });

  it('lists the manager’s own sellers with status and volumes, without e-mail and document', async () => {
    const answer = await get('listSellers');
    const { items } = Object(answer.body);
    expect(idsIn(items)).to.have.members([sellerA.personId, sellerB.personId]);
    const listed = items.find(({ sellerId }: OwnSeller) => sellerId === sellerA.personId);
    expect(listed).to.deep.equal({
      sellerId: sellerA.personId,
      name: 'Loja new',
      status: 'ACTIVE',
      review: 'INCOMPLETE',
      volume: 30_000,
      before: 10_000,
      lastSaleOn: dayOf(addSeconds(world.services.core.now(), -3 * DAY)),
    });
    expect(answer.text).to.not.include(sellerA.email).and.to.not.include('52998224725');
    const single = Object((await get('getSeller', `&sellerId=${sellerA.personId}`)).body);
    expect(single).to.deep.include(listed);
  });

  it('is read in pages', async () => {
    const first = Object((await get('listSellers', '&limit=1')).body);
    const second = Object((await get('listSellers', `&limit=1&cursor=${first.nextCursor}`)).body);
    expect([...idsIn(first.items), ...idsIn(second.items)]).to.have.members([
      sellerA.personId,
      sellerB.personId,
    ]);
    expect(second.nextCursor).to.equal(null);
    const foreign = await get('listSellers', `&cursor=${first.nextCursor}`, rafa);
    expect(codeOf(foreign), 'the cursor of another').to.equal('request/invalid-input');
  });

  it('is searched by whole words of the name alone', async () => {
    expect(idsIn((await search('loja')).items)).to.have.members([
      sellerA.personId,
      sellerB.personId,
    ]);
    expect(idsIn((await search('loja', rafa)).items)).to.deep.equal([sellerC.personId]);
    for (const text of [sellerA.email, '529.982.247-25', '52998224725', '%', ''])
      expect(await search(text), text).to.deep.include({ items: [], searched: 'NOTHING' });
    for (const text of [sellerA.personId, sellerC.personId, 'outra'])
      expect((await search(text)).items, text).to.deep.equal([]);
  });

  it('has the same answer for other managers’ sellers as for unknown ones, and writes nothing', async () => {
    const refusalsFor = async (sellerId: string) => {
      const answers = [
        await get('getSeller', `&sellerId=${sellerId}`),
        await get('listSellerNotes', `&sellerId=${sellerId}`),
        await note('Pediu ajuda.', { ...sellerC, personId: sellerId }),
      ];
      return answers.map(({ status, body }) => {
        const { requestId: _, ...refusal } = problem.parse(body);
        return [status, refusal];
      });
    };
    const head = await world.lastFact();
    const theirs = await refusalsFor(sellerC.personId);
    expect(theirs.map(([status]) => status)).to.deep.equal([404, 404, 404]);
    expect(theirs).to.deep.equal(await refusalsFor(UNKNOWN));
    expect(theirs).to.deep.equal(await refusalsFor('seller-9'));
    expect(await world.lastFact()).to.equal(head);
  });

  it('shows managers the notes of managers only, and staff the notes of both', async () => {
    const ofStaff = { sellerId: sellerB.personId, text: 'Só da equipe.' };
    await world.post('/api/admin.writeSellerNote', ofStaff, { as: 'admin' });
    expect(codeOf(await note('Quer vender fora.', sellerB))).to.equal('done');
    await world.post('/api/admin.writeSellerNote', ofStaff, { as: 'admin' });
    expect(codeOf(await note('Voltou a vender.', sellerB))).to.equal('done');
    expect(await notesOf(sellerB)).to.deep.equal([
      ['Voltou a vender.', gil.email],
      ['Quer vender fora.', gil.email],
    ]);
    const first = await get('listSellerNotes', `&sellerId=${sellerB.personId}&limit=1`);
    const { nextCursor } = Object(first.body);
    const path = `&sellerId=${sellerB.personId}&limit=1&cursor=${nextCursor}`;
    const rest = Object((await get('listSellerNotes', path)).body);
    expect([rest.items[0].text, rest.nextCursor]).to.deep.equal(['Quer vender fora.', null]);
    const { body } = await world.get(`/api/admin.listSellerNotes?sellerId=${sellerB.personId}`, {
      as: 'admin',
    });
    const seen: readonly { readonly author: string; readonly by: string }[] = Object(body).items;
    expect(seen.map(({ author }) => author)).to.deep.equal([
      'MANAGER',
      'STAFF',
      'MANAGER',
      'STAFF',
    ]);
    expect(seen[0]?.by).to.equal(gil.email);
    expect(codeOf(await note('', sellerB))).to.equal('request/invalid-input');
  });

  it('records whose data a manager opened', async () => {
    await get('getSeller', `&sellerId=${sellerA.personId}`);
    const line = await eventually(async () => {
      const after = (await world.store.head()) ?? '';
      const path = `/api/admin.listAccess?after=${after}&personId=${gil.personId}`;
      const { items } = Object((await world.get(path, { as: 'admin' })).body);
      return items.find(
        ({ opened, recordId }: { readonly opened: string; readonly recordId: string }) =>
          opened === 'SELLER' && recordId === sellerA.personId,
      );
    }, 'the opening is on record');
    expect(line.person).to.deep.equal({ kind: 'manager', id: gil.personId, name: gil.email });
  });

  it('loses a moved seller, whose sales and notes the new manager then sees', async () => {
    const sellers = [{ sellerId: sellerB.personId, basedOn: 0 }];
    const move = { managerId: rafa.personId, sellers };
    const moved = await world.post('/api/admin.assignSellers', move, { as: 'admin' });
    expect(moved.status, moved.text).to.equal(200);
    expect(idsIn(Object((await get('listSellers')).body).items)).to.deep.equal([sellerA.personId]);
    expect((await get('getSeller', `&sellerId=${sellerB.personId}`)).status).to.equal(404);
    expect((await note('Ainda é meu?', sellerB)).status).to.equal(404);
    expect(Object((await get('getDashboard')).body).periods[3]).to.include({
      volume: 30_000,
      before: 10_000,
    });
    const theirs = Object((await get('getDashboard', '', rafa)).body);
    expect(theirs.periods[3]).to.include({ volume: 119_000, before: 0 });
    expect((await notesOf(sellerB, rafa)).map(([text]) => text)).to.deep.equal([
      'Voltou a vender.',
      'Quer vender fora.',
    ]);
  });

  it('lists, finds and ranks no moved seller while read models are behind the log, but still counts the seller', async () => {
    await world.services.projections.stop();
    const sellers = [{ sellerId: sellerA.personId, basedOn: 0 }];
    const move = { managerId: rafa.personId, sellers };
    const moved = await world.post('/api/admin.assignSellers', move, { as: 'admin' });
    expect(moved.status, moved.text).to.equal(200);
    const stale = async (name: string) =>
      Object((await world.get(`/api/${name}`, { as: gil })).body);
    expect((await stale('manager.listSellers')).items, 'listed').to.deep.equal([]);
    expect((await search('loja')).items, 'found').to.deep.equal([]);
    const { ranking, sellers: count } = await stale('manager.getDashboard');
    expect(count, 'sums still have the seller').to.equal(1);
    expect(ranking, 'ranked').to.deep.equal([]);
  });
});
