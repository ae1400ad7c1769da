import { expect } from 'chai';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { appendAll } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { findFirstNotAnchored, findMissingSeal, UnreadableAnchor } from './anchored.ts';
import { sealedLog, type SealedLog } from './testing/sealed-log.ts';
import { verifyLog } from './verify.ts';

describe('Check of the log against its anchored seals', () => {
  let log: SealedLog;
  let lines: string[];

  beforeEach(async () => {
    log = await sealedLog();
    lines = [];
    sell(20);
    await log.happen();
    const sealer = await log.seal({
      anchor: async (seal, hash) => void lines.push(JSON.stringify({ hash, ...seal })),
    });
    await eventually(log.isSealed, 'everything is sealed');
    await sealer.stop();
    expect(lines.length).to.be.at.least(5);
  });
  afterEach(() => log.close());

  const sell = (count: number): void => {
    for (let sale = 0; sale < count; sale += 1) {
      log.history.report(log.history.purchase({ sellerId: 'seller-1' }), 'APPROVED');
    }
  };

  async function* asyncLines(records: readonly string[]): AsyncGenerator<string> {
    yield* records;
  }

  it('reports a missing seal once the log was restored to a time before it', async () => {
    const last = lines.at(-1) ?? '';
    const { number, hash } = JSON.parse(last);
    expect(await findMissingSeal(log.store, last)).to.equal(undefined);
    await cutFrom(number);
    expect(await findMissingSeal(log.store, last)).to.equal(`seal ${number} ${hash}`);
  });

  it('reports a missing seal also when other events were sealed in its place', async () => {
    const last = lines.at(-1) ?? '';
    const { number, hash } = JSON.parse(last);
    await rewriteFrom(number);
    expect(await findMissingSeal(log.store, last)).to.equal(`seal ${number} ${hash}`);
  });

  const firstMismatch = (records: readonly string[] = lines) =>
    findFirstNotAnchored(log.store, asyncLines(records));

  /** Deletes the newest events, as an attacker with access to the database could. No gap remains. */
  const cutFrom = async (number: number): Promise<void> => {
    const { pool } = log;
    const [from] = await log.store.readStream('seal-log', { from: number, limit: 1 });
    await pool.query('ALTER TABLE ledger.event DISABLE TRIGGER ALL');
    await pool.query('DELETE FROM ledger.event WHERE position >= $1', [Number(from?.position)]);
    await pool.query('ALTER TABLE ledger.event ENABLE ALWAYS TRIGGER append_only');
    await pool.query('DELETE FROM audit.seal WHERE number >= $1', [number]);
  };

  /** Replaces the newest events by others and seals these, as an attacker who also has the seal key could. */
  const rewriteFrom = async (number: number): Promise<void> => {
    await cutFrom(number);
    const { pool, key } = log;
    const store = await openPostgresStore({
      connectionString: pool.options.connectionString ?? '',
    });
    sell(30);
    await appendAll(store, log.history.take());
    const sealer = await log.seal({ store, key });
    await eventually(log.isSealed, 'everything is sealed again');
    await sealer.stop();
    await store.close();
  };

  const expectVerified = async (): Promise<void> => {
    const { store, table } = log;
    expect((await verifyLog({ store, table })).finding).to.equal(null);
  };

  it('accepts an intact log, also when the anchor missed some seals or is behind', async () => {
    expect(await firstMismatch()).to.equal(undefined);
    expect(await firstMismatch(lines.filter((_, index) => index % 2 === 0))).to.equal(undefined);
    expect(await firstMismatch(lines.slice(0, 2))).to.equal(undefined);
    expect(await firstMismatch([])).to.equal(undefined);
  });

  it('reports the first seal that an attacker with the seal key signed again', async () => {
    await rewriteFrom(2);
    await expectVerified();
    expect(await firstMismatch()).to.match(
      /^Seal 2 at position 0*\d+, which covers 0*\d+ to 0*\d+, was rewritten with the seal key: its hash is \w{64}, and it was anchored with \w{64}\.$/,
    );
    expect(await firstMismatch(lines.slice(0, 2))).to.equal(undefined);
  });

  it('reports the first anchored seal that is missing because the end of the log was cut off', async () => {
    await cutFrom(4);
    await expectVerified();
    expect(await firstMismatch()).to.match(
      /^Seal 4 was anchored with the hash \w{64}, and is not in the log\.$/,
    );
  });

  it('rejects anchor records with a truncated line, and names the line', async () => {
    const truncated = [...lines.slice(0, 4), lines[4]?.slice(0, 40) ?? ''];
    const outcome = await firstMismatch(truncated).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(UnreadableAnchor);
    expect(String(outcome)).to.contain('line 5');
  });
});
