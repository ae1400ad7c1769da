import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sealedLog, type SealedLog } from '#/ledger/audit/testing/sealed-log.ts';
import { projections } from '#/projections/registry.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections } from '#/projections/engine/run/runner.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { runScript, type ScriptEnd } from '#/scripts/testing/run-script.ts';

describe('npm run verify', function () {
  this.timeout(60_000);
  let log: SealedLog;
  let dataDir: string;
  let anchor: string;
  const anchorLines: string[] = [];

  const verify = (...options: readonly string[]): Promise<ScriptEnd> =>
    runScript('verify', options, {
      DATABASE_URL: log.pool.options.connectionString ?? '',
      DATA_DIR: dataDir,
      SEAL_ANCHOR: anchor,
    });

  /** Makes a log with seals, their anchor and all read models, as a stopped product leaves them. */
  beforeEach(async () => {
    log = await sealedLog();
    dataDir = await mkdtemp(join(tmpdir(), 'razao-verify-'));
    anchor = join(dataDir, 'anchor.ndjson');
    anchorLines.length = 0;
    const { store, pool, history } = log;
    for (let sale = 0; sale < 12; sale += 1) {
      history.report(history.purchase({ sellerId: `seller-${sale % 2}` }), 'APPROVED');
    }
    await log.happen();
    const sealer = await log.seal({
      anchor: async (seal, hash) => void anchorLines.push(`${JSON.stringify({ hash, ...seal })}\n`),
    });
    await eventually(log.isSealed, 'everything is sealed');
    await sealer.stop();
    await writeFile(anchor, anchorLines.join(''));
    const names = projections.map(({ name }) => name);
    const running = await startProjections({ store, ...(await readModelsIn(pool)), projections });
    const head = await store.head();
    if (head === undefined) throw new Error('nothing happened');
    expect(await running.waitFor(head, names, 20_000)).to.equal(true);
    await running.stop();
  });
  afterEach(async () => {
    await log.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('exits with 0 when log, seals, anchor and all read models agree', async () => {
    const { code, output } = await verify('--deep');
    expect(output).to.match(/\d+ events, \d+ seals by \w{64}, 0 events not sealed yet/);
    expect(output).to.include('Everything fits.');
    expect(code).to.equal(0);
  });

  it('exits with 1 and names the first event that was altered', async () => {
    const [event] = (await Array.fromAsync(log.store.readAll({ limit: 20 })))
      .flat()
      .filter(({ type }) => type === 'PaymentApproved');
    if (event === undefined) throw new Error('nothing was approved');
    await log.pool.query('ALTER TABLE ledger.event DISABLE TRIGGER ALL');
    await log.pool.query(
      `UPDATE ledger.event SET data = replace(data::text, '"amount":', '"amount": ')::json
        WHERE position >= $1 AND type = 'PaymentApproved'`,
      [Number(event.position)],
    );
    await log.pool.query('ALTER TABLE ledger.event ENABLE ALWAYS TRIGGER append_only');
    const { code, output } = await verify('--deep');
    const place = `Revision ${event.revision} of ${event.stream} at position ${event.position}`;
    expect(output).to.include(`${place} was altered: its content does not have the hash`);
    expect(output).not.to.include('fits');
    expect(code).to.equal(1);
  });

  const remove = async (where: string, ...values: readonly string[]): Promise<void> => {
    await log.pool.query('ALTER TABLE ledger.event DISABLE TRIGGER ALL');
    await log.pool.query(`DELETE FROM ledger.event WHERE ${where}`, [...values]);
    await log.pool.query('ALTER TABLE ledger.event ENABLE ALWAYS TRIGGER append_only');
  };

  it('names exactly the streams that were removed completely', async () => {
    const [, second = '', third = '', fourth = ''] = log.history.payments.map(
      (id) => `payment-${id}`,
    );
    await remove('stream IN ($1, $2)', second, fourth);
    // Only the first event of this stream stays.
    await remove('stream = $1 AND revision > 0', third);
    const { code, output } = await verify();
    expect(output).to.match(/An event at position \d+ was removed: the log goes on at \d+/);
    const removedStreams = [...output.matchAll(/^The whole of (\S+) was removed/gm)].map(
      ([, name]) => name,
    );
    expect(removedStreams).to.have.members([second, fourth]);
    expect(code).to.equal(1);
  });

  it('exits with 1 and names a row of a read model that differs from the log, with --deep only', async () => {
    await log.pool.query(
      "UPDATE seller_balance_g1.seller_balance SET available = 7 WHERE seller_id = 'seller-1'",
    );
    const { code, output } = await verify('--deep');
    expect(output).to.include(
      'seller-balance.seller_balance ["seller-1"]: available is 7, and from the log 0.',
    );
    expect(code).to.equal(1);
    expect((await verify()).code).to.equal(0);
  });

  it('exits with 1 and names the first seal that differs from the anchor', async () => {
    const otherLines = anchorLines.map((line, index) =>
      index < 2 ? line : line.replace(/"hash":"\w{64}"/, `"hash":"${'ab'.repeat(32)}"`),
    );
    const file = join(dataDir, 'saved.ndjson');
    await writeFile(file, otherLines.join(''));
    const { code, output } = await verify('--anchor', file);
    expect(output).to.match(/Seal 2 at position \d+, .* and it was anchored with (?:ab){32}\./);
    expect(code).to.equal(1);
  });

  const incomplete = [
    [
      'a read model is degraded',
      'the read model sales is not live in this version',
      () =>
        log.pool.query(
          "UPDATE projections.checkpoint SET status = 'degraded' WHERE name = 'sales'",
        ),
    ],
    ['the anchor file is missing', 'the anchor was not read to its end', () => rm(anchor)],
    [
      'the database was filled from another log',
      'were made from another log (it begins at e:1 with event',
      () =>
        log.pool.query(
          `CREATE SCHEMA IF NOT EXISTS audit;
           CREATE TABLE IF NOT EXISTS audit.log (
             one boolean PRIMARY KEY DEFAULT true, first_position text, first_id text);
           INSERT INTO audit.log (first_position, first_id) VALUES ('e:1', gen_random_uuid())`,
        ),
    ],
  ] as const;
  for (const [what, why, cause] of incomplete) {
    it(`exits with 2 and prints INCOMPLETE when ${what}`, async () => {
      await cause();
      const { code, output } = await verify('--deep');
      expect(output).to.match(/^INCOMPLETE: /m);
      expect(output).to.include(why);
      expect(output).not.to.include('fits');
      expect(code).to.equal(2);
    });
  }
});
