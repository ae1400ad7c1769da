import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { requestErasure } from '#/api/privacy/erase-subject.ts';
import { exportSubject } from '#/api/privacy/export-subject.ts';
import { allRecordsOf } from '#/api/privacy/holds.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, type Person } from '#/api/testing/people.ts';
import { LONGEST_NOTE } from '#/domain/notes/note-length.ts';
import { seller } from '#/domain/seller/seller.ts';

type Notes = OutputOf<'admin.listSellerNotes'>;

describe('Notes of staff on a seller', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const write = (
    sellerId: string,
    text: string,
    { as = 'admin', key = crypto.randomUUID() }: { as?: Person; key?: string } = {},
  ): Promise<ApiAnswer> =>
    world.post(
      '/api/admin.writeSellerNote',
      { sellerId, text },
      { as, headers: { 'idempotency-key': key } },
    );

  /** Writes a note, and expects success. */
  const mustWrite = async (...request: Parameters<typeof write>): Promise<void> => {
    const { status, text } = await write(...request);
    expect(status, text).to.equal(200);
  };

  const list = async (sellerId: string, query = '', as: Person = 'admin'): Promise<Notes> => {
    const path = `/api/admin.listSellerNotes?sellerId=${sellerId}${query}`;
    const { status, text, body } = await world.get(path, { as });
    expect(status, text).to.equal(200);
    return Object(body);
  };

  const textsOf = ({ items }: Notes) => items.map(({ text }) => text);

  const eventsOf = async (stream: string) => world.store.readStream(stream);

  it('are listed with author and time, newest first, page by page', async () => {
    expect(await list('seller-1')).to.deep.include({ items: [], nextCursor: null });
    await mustWrite('seller-1', 'Primeira');
    await mustWrite('seller-1', '  Segunda\nlinha ', { as: 'deputy' });
    await mustWrite('seller-1', 'Terceira');
    const first = await list('seller-1', '&limit=2');
    expect(textsOf(first)).to.deep.equal(['Terceira', 'Segunda\nlinha']);
    expect(first.items.map(({ by }) => by)).to.deep.equal([emailOf('admin'), emailOf('deputy')]);
    const [{ at } = { at: '' }] = first.items;
    expect(Math.abs(Date.parse(at) - Date.now())).to.be.below(60_000);
    await mustWrite('seller-1', 'Quarta');
    const second = await list('seller-1', `&limit=2&cursor=${first.nextCursor}`);
    expect(textsOf(second), 'nothing moves when a note is added').to.deep.equal(['Primeira']);
    expect(second.nextCursor).to.equal(null);
    const beyond = await list('seller-1', '&cursor=1000000');
    expect(textsOf(beyond)).to.have.length(4);
  });

  it('are written once by a request that is repeated', async () => {
    const key = crypto.randomUUID();
    const before = (await eventsOf('notes-seller-1')).length;
    const answers = [];
    for (let time = 0; time < 2; time += 1)
      answers.push((await write('seller-1', 'Uma vez', { key })).body);
    expect(answers[1]).to.deep.equal(answers[0]);
    expect(await eventsOf('notes-seller-1')).to.have.length(before + 1);
    const other = await write('seller-1', 'Outra coisa', { key });
    expect(problem.parse(other.body).code).to.equal('idempotency/key-reused');
  });

  it('are added one after the other when two people write at the same moment', async () => {
    const before = (await eventsOf('notes-seller-2')).length;
    await Promise.all([
      mustWrite('seller-2', 'Ao mesmo tempo'),
      mustWrite('seller-2', 'Também', { as: 'deputy' }),
    ]);
    expect(await eventsOf('notes-seller-2')).to.have.length(before + 2);
  });

  it('have between one and two thousand characters', async () => {
    for (const text of ['', ' \n ', 'x'.repeat(LONGEST_NOTE + 1)]) {
      const answer = await write('seller-1', text);
      expect(answer.status, text.slice(0, 9)).to.equal(400);
    }
    await mustWrite('seller-1', 'x'.repeat(LONGEST_NOTE));
  });

  it('are seen by staff of that platform alone, with the permission for users', async () => {
    const path = '/api/admin.listSellerNotes?sellerId=seller-1';
    expect((await world.get(path, { as: 'otherAdmin' })).status).to.equal(404);
    expect((await world.get(path, { as: 'accountant' })).status).to.equal(403);
    expect((await world.get(path, { as: 'ana' })).status, 'the seller').to.equal(403);
    expect((await write('seller-1', 'De fora', { as: 'otherAdmin' })).status).to.equal(404);
    expect((await write('no-such-seller', 'De ninguém')).status).to.equal(404);
    expect(await eventsOf('notes-no-such-seller')).to.deep.equal([]);
  });

  it('are exported with the other data of their seller, and erased with them', async () => {
    const { core } = world.services;
    const secret = 'Mora com a irmã Zuleica';
    await mustWrite('seller-2', secret);
    const log = (await Array.fromAsync(world.store.readAll({}))).flat();
    expect(log.some(({ data }) => data.includes('Zuleica'))).to.equal(false);

    const { state } = await core.handler.load(seller, 'seller-seller-2');
    if (state.status === 'ABSENT') throw new Error('bia is there');
    const person = { subject: state.details.identity.subject, platformId: 'demo' };
    const records = await allRecordsOf(world.services, person.subject);
    const by = { actor: 'admin:admin-1', reason: 'Pedido do titular' };
    const exported = await exportSubject(world.services, person, records, by);
    const notes = exported.records.find(({ kind }) => kind === 'notes');
    expect(notes?.events.at(-1)).to.deep.include({
      type: 'SellerNoteWritten',
      personal: { text: secret },
    });

    const archive = { type: 'Archive', now: core.now() } as const;
    const context = {
      commandId: 'bia-ends',
      platform: 'demo',
      actor: 'system',
      correlation: 'bia',
    };
    await core.handler.handle(seller, 'seller-seller-2', archive, context);
    await requestErasure(world.services, person, { ...by, commandId: 'forget-bia' });
    expect(new Set(textsOf(await list('seller-2')))).to.deep.equal(new Set([null]));
    const late = await write('seller-2', 'Depois');
    expect(problem.parse(late.body).code).to.equal('subject/erased');
  });

  it('leave a trace when they are read', async () => {
    await list('seller-9', '', 'otherAdmin');
    await world.services.trail.stop();
    const log = (await Array.fromAsync(world.store.readAll({}))).flat();
    const opened = log
      .filter(({ type }) => type === 'PersonalDataOpened')
      .map(({ data }) => JSON.parse(data));
    expect(opened.map(({ recordId }) => recordId)).to.include('seller-9');
  });
});
