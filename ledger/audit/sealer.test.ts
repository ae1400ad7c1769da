import { expect } from 'chai';
import { samplePayment } from '#/domain/testing/samples.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import { readLog } from '#/ledger/contract/samples.ts';
import { createLeases } from '#/ledger/leases/leases.ts';
import { openPostgresLeases } from '#/ledger/leases/postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { SEAL_STREAM, type SealEntry } from './seal.ts';
import { recordedEntry } from './seal-log.ts';
import { rotateSealKey, startSealer, WrongSealKey } from './sealer.ts';
import { newSealKey, sealedLog, type SealedLog } from './testing/sealed-log.ts';
import { verifyLog } from './verify.ts';

describe('The sealer', () => {
  let log: SealedLog;

  beforeEach(async () => {
    log = await sealedLog();
  });
  afterEach(() => log.close());

  const sell = (count: number): void => {
    for (let index = 0; index < count; index += 1) {
      log.history.report(log.history.purchase({ sellerId: `seller-${index % 3}` }), 'APPROVED');
    }
  };
  const seals = async (): Promise<readonly SealEntry[]> =>
    (await log.store.readStream(SEAL_STREAM)).map(recordedEntry);
  const verify = () => verifyLog({ store: log.store, table: log.table });
  const refusal = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('seals every event exactly once, in order, while events are appended', async () => {
    const sealer = await log.seal();
    for (let round = 0; round < 6; round += 1) {
      sell(5);
      await log.happen();
    }
    await eventually(log.isSealed, 'everything is sealed');
    await sealer.stop();
    const { finding, seals: proved } = await verify();
    expect([finding, log.failures]).to.deep.equal([null, []]);
    expect(proved)
      .to.equal((await seals()).length)
      .and.to.be.greaterThan(9);
  });

  it('writes no further seal when only seals are unsealed', async () => {
    sell(1);
    await log.happen();
    await log.sealAll();
    const sealsBefore = await seals();
    let isCaughtUp = false;
    const subscribe: typeof log.store.subscribe = async function* (options) {
      for await (const message of log.store.subscribe(options)) {
        yield message;
        isCaughtUp ||= message.kind === 'caught-up';
      }
    };
    // A newly started sealer does not know that the last event is a seal.
    const sealer = await log.seal({ store: { ...log.store, subscribe } });
    try {
      await eventually(() => isCaughtUp || undefined, 'it saw everything');
    } finally {
      await sealer.stop();
    }
    expect(await seals()).to.deep.equal(sealsBefore);
  });

  it('does not subscribe again once the log is closed', async () => {
    sell(1);
    await log.happen();
    const closing = new AbortController();
    let sinceClosed = 0;
    const subscribe: typeof log.store.subscribe = ({ signal, ...options }) => {
      if (closing.signal.aborted) sinceClosed += 1;
      return log.store.subscribe({ ...options, signal: AbortSignal.any([signal, closing.signal]) });
    };
    const sealer = await log.seal({ store: { ...log.store, subscribe } });
    await eventually(log.isSealed, 'everything is sealed');
    closing.abort();
    for (let reads = 0; reads < 20; reads += 1) await log.store.head();
    await sealer.stop();
    expect(sinceClosed).to.equal(0);
  });

  it('also seals events that are appended while it is writing a seal', async () => {
    sell(1);
    await log.happen();
    let isFirst = true;
    const append: typeof log.store.append = async (...seal) => {
      if (isFirst) {
        isFirst = false;
        sell(1);
        await log.happen();
      }
      return log.store.append(...seal);
    };
    const sealer = await log.seal({ store: { ...log.store, append } });
    try {
      await eventually(log.isSealed, 'everything is sealed');
    } finally {
      await sealer.stop();
    }
    expect([isFirst, (await verify()).finding]).to.deep.equal([false, null]);
  });

  it('continues in another process when the sealing process stops', async () => {
    const onFailure = (error: unknown) => log.failures.push(error);
    const led: string[] = [];
    const open = async (name: string) => {
      const leases = createLeases({ sessions: await openPostgresLeases(log.pool), onFailure });
      const lead = leases.leaderOf('sealer');
      const sealer = await log.seal({
        lead: (work) =>
          lead((term) => {
            led.push(name);
            return work(term);
          }),
      });
      return { leases, sealer };
    };
    const first = await open('the first');
    await eventually(() => led.length > 0 || undefined, 'the first one holds the lease');
    const second = await open('the second');
    sell(10);
    await log.happen();
    await eventually(log.isSealed, 'everything is sealed');
    await first.sealer.stop();
    sell(10);
    await log.happen();
    await eventually(log.isSealed, 'the other went on');
    expect(led.at(-1)).to.equal('the second');
    await second.sealer.stop();
    await Promise.all([first.leases.stop(), second.leases.stop()]);
    expect([(await verify()).finding, log.failures]).to.deep.equal([null, []]);
  });

  it('writes a single chain of seals even when two sealers run at the same time', async () => {
    const sealers = await Promise.all([log.seal(), log.seal()]);
    for (let round = 0; round < 10; round += 1) {
      sell(3);
      await log.happen();
    }
    await eventually(log.isSealed, 'everything is sealed');
    await Promise.all(sealers.map((sealer) => sealer.stop()));
    expect([(await verify()).finding, log.failures]).to.deep.equal([null, []]);
  });

  it('completes the seal table after a sealer was killed between the log and the table', async () => {
    sell(6);
    await log.happen();
    await log.sealAll();
    await log.pool.query('DELETE FROM audit.seal WHERE number >= 1');
    sell(6);
    await log.happen();
    await log.sealAll();
    const { rows } = await log.pool.query<{ count: string }>('SELECT count(*) FROM audit.seal');
    expect(Number(rows[0]?.count)).to.equal((await seals()).length);
    expect((await verify()).finding).to.equal(null);
  });

  it('refuses to start with a key other than that of the last seal', async () => {
    sell(1);
    await log.happen();
    await log.sealAll();
    const error = await refusal(log.seal({ key: newSealKey() }));
    expect(error).to.be.instanceOf(WrongSealKey);
    expect(String(error)).to.include(log.key.id);
  });

  it('refuses to start when the log lacks a seal that the seal table holds', async () => {
    sell(3);
    await log.happen();
    await log.sealAll();
    const empty = { ...log.store, readStream: async () => [] };
    const error = await refusal(log.seal({ store: empty }));
    expect(String(error)).to.match(/The log lacks seal \d+, which audit.seal holds/);
  });

  it('seals with the new key after a key rotation, and refuses the old one', async () => {
    sell(3);
    await log.happen();
    await log.sealAll();
    const { store, table, key } = log;
    const next = newSealKey();
    const now = () => new Date().toISOString();
    await rotateSealKey({ store, table, key, now }, next.id);
    expect(await refusal(log.seal())).to.be.instanceOf(WrongSealKey);
    sell(3);
    await log.happen();
    const sealer = await log.seal({ key: next });
    await eventually(log.isSealed, 'the new key seals');
    await sealer.stop();
    expect(await verify()).to.include({ finding: null, keyId: next.id });
    expect((await seals()).map(({ type }) => type)).to.include('SealKeyRotated');
  });

  it('keeps the log verifiable after the keys of a buyer are erased', async () => {
    const vault = await createVault({
      pool: log.pool,
      masterKeys: [{ id: 'test', bytes: Buffer.alloc(32, 7) }],
    });
    const subject = await vault.subjectFor({ platformId: 'demo', email: 'fulano@example.com' });
    const buyer = {
      ...samplePayment().buyer,
      contact: await vault.encrypt(subject, 'contact', { email: 'fulano@example.com' }),
    };
    log.history.purchase({ buyer });
    await log.happen();
    await log.sealAll();
    const { rowCount } = await log.pool.query('DELETE FROM vault.subject_key');
    expect(rowCount).to.be.greaterThan(0);
    expect(await verify()).to.include({ finding: null, seals: 1 });
    const [event] = await readLog(log.store);
    expect(event?.data).to.include(buyer.contact.ciphertext);
  });

  it('sends every seal to the anchor, and continues when the anchor fails', async () => {
    const anchored: number[] = [];
    const anchor = async ({ number }: SealEntry['data']): Promise<void> => {
      anchored.push(number);
      throw new Error('nobody home');
    };
    sell(6);
    await log.happen();
    const sealer = await log.seal({ anchor });
    await eventually(log.isSealed, 'everything is sealed');
    await sealer.stop();
    expect(anchored).to.deep.equal((await seals()).map((_, index) => index));
    expect(log.failures.map(String)).to.include('Error: nobody home');
  });

  it('sends a seal to the anchor also when the seal table does not take it at first', async () => {
    const anchored: number[] = [];
    const anchor = async ({ number }: SealEntry['data']): Promise<void> =>
      void anchored.push(number);
    let failsOnce = true;
    const put: typeof log.table.put = async (row) => {
      if (failsOnce) {
        failsOnce = false;
        throw new Error('away');
      }
      await log.table.put(row);
    };
    sell(6);
    await log.happen();
    const sealer = await log.seal({ anchor, table: { ...log.table, put } });
    await eventually(log.isSealed, 'everything is sealed');
    await sealer.stop();
    expect(log.failures.map(String)).to.deep.equal(['Error: away']);
    expect(anchored).to.deep.equal((await seals()).map((_, index) => index));
  });

  it('starts and stops without failures with its default settings', async () => {
    const sealer = await startSealer({
      ...log,
      now: () => new Date().toISOString(),
      onFailure: (error) => log.failures.push(error),
    });
    await sealer.stop();
    expect(log.failures).to.deep.equal([]);
  });
});
