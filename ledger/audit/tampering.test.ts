import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { readLog } from '#/ledger/contract/samples.ts';
import { CHAIN_START, chainHash, contentHash } from './hash.ts';
import { SEAL_STREAM } from './seal.ts';
import { sealedLog, type SealedLog } from './testing/sealed-log.ts';
import { verifyLog } from './verify.ts';

describe('Log verification', () => {
  let log: SealedLog;
  let events: readonly Recorded[];

  beforeEach(async () => {
    log = await sealedLog();
    const { history } = log;
    for (let index = 0; index < 8; index += 1) {
      history.report(history.purchase({ sellerId: 'seller-1', amount: cents(97_00) }), 'APPROVED');
    }
    await log.happen();
    await log.sealAll();
    events = await readLog(log.store);
  });
  afterEach(() => log.close());

  /** Changes the log as a superuser can: with triggers disabled. */
  const tamper = async (...statements: readonly (readonly [string, ...unknown[]])[]) => {
    await log.pool.query('ALTER TABLE ledger.event DISABLE TRIGGER ALL');
    for (const [text, ...values] of statements) await log.pool.query(text, values);
    await log.pool.query('ALTER TABLE ledger.event ENABLE ALWAYS TRIGGER append_only');
  };

  /** Computes all hashes again and closes gaps between positions, which an attacker can do without the seal key. */
  const chainAgain = async (): Promise<void> => {
    const { rows } = await log.pool.query<{ was: string }>(
      'SELECT position AS was FROM ledger.event ORDER BY position',
    );
    await tamper(
      ...rows.map(
        ({ was }, index) =>
          ['UPDATE ledger.event SET position = $1 WHERE position = $2', index + 1, was] as const,
      ),
    );
    let hash = CHAIN_START;
    for (const event of await readLog(log.store)) {
      const { v, ...meta } = JSON.parse(event.meta);
      const { position, id, stream, type, data } = event;
      const content = contentHash({ id, stream, type, v, data });
      const written = JSON.stringify({ v, ...meta, hash: content });
      hash = chainHash(hash, { ...event, meta: written });
      await tamper([
        'UPDATE ledger.event SET meta = $2, hash = $3 WHERE position = $1',
        Number(position),
        written,
        Buffer.from(hash, 'hex'),
      ]);
    }
  };

  const verify = () => verifyLog({ store: log.store, table: log.table });
  const finding = async () => (await verify()).finding;

  /** Returns the event of this type with this index among those of its type, counted from 0. */
  const at = (type: string, index = 0): Recorded => {
    const recorded = events.filter((event) => event.type === type)[index];
    if (recorded === undefined) throw new Error(`no ${type}`);
    return recorded;
  };
  const placeOf = ({ position, stream, revision }: Recorded) => ({ position, stream, revision });

  it('reports nothing for an intact log', async () => {
    const { finding: none, seals, unsealed, events: count, keyId } = await verify();
    expect([none, unsealed, keyId]).to.deep.equal([null, 0, log.key.id]);
    expect([seals, count]).to.deep.equal([Math.ceil((events.length - 1) / 10), events.length]);
  });

  const alterAmount = [
    `UPDATE ledger.event SET data = replace(data::text, '9700', '9701')::json WHERE position = $1`,
  ] as const;

  it('names an event whose data was altered', async () => {
    const event = at('PaymentApproved', 3);
    await tamper([...alterAmount, Number(event.position)]);
    expect(await finding())
      .to.include(placeOf(event))
      .and.nested.include({
        wrong: 'was altered: its content does not have the hash it was written with',
      });
  });

  it('names an altered event even when the attacker computed all hashes again', async () => {
    const event = at('PaymentApproved', 3);
    await tamper([...alterAmount, Number(event.position)]);
    await chainAgain();
    const found = await finding();
    expect(found).to.include(placeOf(event));
    expect(found?.wrong).to.match(/^was altered: it is not the event that seal \d+ covers$/);
  });

  it('names the seal that does not match its events when its stored leaves are missing', async () => {
    const event = at('PaymentApproved', 3);
    await tamper([...alterAmount, Number(event.position)]);
    await chainAgain();
    await log.pool.query(`UPDATE audit.seal SET leaves = ''`);
    const found = await finding();
    expect(found?.stream).to.equal(SEAL_STREAM);
    expect(found?.position).to.satisfy((from: string) => from <= event.position);
    expect(found?.wrong).to.match(/^covers \d+ to \d+, and the events there are not those/);
  });

  it('names an event of which only the metadata was altered', async () => {
    const event = at('PaymentApproved', 2);
    await tamper([
      `UPDATE ledger.event SET meta = replace(meta::text, '"demo"', '"dema"')::json
        WHERE position = $1`,
      Number(event.position),
    ]);
    expect(await finding()).to.deep.equal({
      ...placeOf(event),
      wrong: 'was altered: its chained hash follows neither from it nor from what precedes it',
    });
  });

  it('names an event that was removed', async () => {
    const event = at('PaymentRequested', 2);
    await tamper(['DELETE FROM ledger.event WHERE position = $1', Number(event.position)]);
    const found = await finding();
    expect(found).to.include(placeOf(event));
    expect(found?.wrong).to.match(/^was removed: the log goes on at \d+$/);
  });

  it('names the position of a removed event even when the attacker closed the gap', async () => {
    const event = at('PaymentRequested', 2);
    await tamper(['DELETE FROM ledger.event WHERE position = $1', Number(event.position)]);
    await chainAgain();
    const found = await finding();
    expect(found?.position).to.equal(event.position);
    expect(found?.wrong).to.match(
      /^has taken the place of an event that was removed from what seal/,
    );
  });

  it('names the position of a stream that was removed as a whole', async () => {
    const { stream, position } = at('PaymentRequested', 4);
    await tamper(['DELETE FROM ledger.event WHERE stream = $1', stream]);
    const found = await finding();
    expect(found?.position).to.equal(position);
    expect(found?.wrong).to.match(/^was removed: .* it was the end or the whole of a stream$/);
  });

  const swap = async (one: Recorded, other: Recorded): Promise<void> => {
    const [a, b] = [Number(one.position), Number(other.position)];
    const move = 'UPDATE ledger.event SET position = $2 WHERE position = $1';
    await tamper([move, a, -1], [move, b, a], [move, -1, b]);
  };

  it('names two events that were swapped', async () => {
    const [one, other] = [at('PaymentRequested', 1), at('PaymentRequested', 2)];
    await swap(one, other);
    expect(await finding()).to.deep.equal({
      ...placeOf(other),
      position: one.position,
      wrong: `was reordered: revision 0 of ${one.stream}, now at ${other.position}, belongs here`,
    });
  });

  it('names two swapped events even when the attacker computed all hashes again', async () => {
    const [one, other] = [at('PaymentRequested', 1), at('PaymentApproved', 1)];
    await swap(one, other);
    await chainAgain();
    const found = await finding();
    expect(found).to.include({ ...placeOf(other), position: one.position });
    expect(found?.wrong).to.match(
      /^was reordered: revision 0 of payment-.* was sealed in its place/,
    );
  });

  /** Writes another root into a seal, in the log and in the seal table, and leaves its signature. */
  const forgeRoot = async (number: number): Promise<Recorded> => {
    const seal = at('SealWritten', number);
    const data = { ...JSON.parse(seal.data), root: 'ab'.repeat(32) };
    const text = JSON.stringify(data);
    await tamper(['UPDATE ledger.event SET data = $2 WHERE id = $1', seal.id, text]);
    await log.pool.query('UPDATE audit.seal SET data = $2 WHERE number = $1', [number, text]);
    return seal;
  };

  it('names a seal that was rewritten in both the log and the seal table', async () => {
    const seal = await forgeRoot(1);
    await chainAgain();
    expect(await finding()).to.deep.equal({
      ...placeOf(seal),
      wrong: 'was rewritten: its signature does not fit what it says',
    });
  });

  it('names a seal that was rewritten in the seal table only', async () => {
    const seal = at('SealWritten', 1);
    await log.pool.query(
      `UPDATE audit.seal SET data = replace(data::text, '"count":10', '"count":11')::json
        WHERE number = 1`,
    );
    expect(await finding()).to.deep.equal({
      ...placeOf(seal),
      wrong: 'was rewritten: seal 1 is another one in audit.seal',
    });
  });

  it('names a seal that is missing because the end of the log was cut off', async () => {
    const seal = at('SealWritten', 2);
    await tamper(['DELETE FROM ledger.event WHERE position >= $1', Number(seal.position) - 3]);
    const found = await finding();
    expect(found?.stream).to.equal(SEAL_STREAM);
    expect(found?.wrong).to.match(
      /^was removed: seal \d+, .* is in audit.seal and not in the log$/,
    );
  });

  it('finds an altered event within a range of positions, without reading earlier events', async () => {
    const event = at('PaymentApproved', 6);
    const from = event.position;
    const { store, table } = log;
    const intact = await verifyLog({ store, table, from });
    expect([intact.finding, intact.events < events.length]).to.deep.equal([null, true]);
    await tamper([...alterAmount, Number(from)]);
    expect((await verifyLog({ store, table, from })).finding).to.include(placeOf(event));
    const to = at('PaymentApproved', 1).position;
    expect((await verifyLog({ store, table, to })).finding).to.equal(null);
  });
});
