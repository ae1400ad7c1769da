import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import pg from 'pg';
import { journalLineIn } from '#/api/exports/journal-export.ts';
import { openLog, openStore } from '#/api/composition/store.ts';
import { leafHash } from '#/ledger/audit/hash.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { SEAL_STREAM } from '#/ledger/audit/seal.ts';
import { actingReaders } from '#/ledger/checkpoints/checkpoints.ts';
import { decode } from '#/ledger/codec.ts';
import { readLog } from '#/ledger/contract/samples.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { streamJournal } from '#/projections/journal.ts';
import { balancesFromLog } from '#/scripts/crash/recount.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import {
  people,
  startProduct,
  type Product,
  type ProductPlace,
} from '#/scripts/testing/product.ts';
import { commandAt, moveProduct, placesBelow } from './testing/moved-product.ts';

const VERIFIER = join(import.meta.dirname, '..', 'verify-proof.mjs');

const buyer = { name: 'Maria da Silva', phone: '11987654321', cpf: '52998224725' } as const;

/** The id of the last event that each reader of the policies handled, by the reader's name. */
type Progress = Readonly<Record<string, string | undefined>>;

describe('A product moved from Postgres to EventStoreDB and back', function () {
  this.timeout(240_000);
  let folder: string;
  let publicKey = '';
  const proofs: string[] = [];
  const payments: string[] = [];
  let places: ReturnType<typeof placesBelow>;

  const inDatabase = async <Result>(
    { databaseUrl }: ProductPlace,
    work: (pool: pg.Pool) => Promise<Result>,
  ): Promise<Result> => {
    const pool = new pg.Pool({ connectionString: databaseUrl });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };

  const logOf = async (place: ProductPlace): Promise<readonly Recorded[]> => {
    await using stack = new AsyncDisposableStack();
    return await readLog(stack.adopt(await openLog(place), (store) => store.close()));
  };

  /** True once all events but those of seals are sealed. */
  const isSealed = (place: ProductPlace) =>
    inDatabase(place, async (pool) => {
      const to = (await (await openSealTable(pool)).lastSeal())?.to;
      await using stack = new AsyncDisposableStack();
      const store = stack.adopt(await openStore(place), (each) => each.close());
      const rest = await readLog(store, to ? { after: to } : {});
      return rest.every(({ stream }) => stream === SEAL_STREAM) || undefined;
    });

  const buy = async (product: Product): Promise<string> => {
    const email = `maria-${randomUUID()}@example.com`;
    const { paymentId, payment } = await product.ask(
      'checkout.purchase',
      { ...buyer, email, offerId: 'demo-ebook', paymentMethod: 'PIX' },
      { key: randomUUID() },
    );
    await product.pay(payment);
    await eventually(async () => {
      const { status } = await product.ask('checkout.getPayment', { paymentId });
      return status === 'APPROVED' ? true : undefined;
    }, 'it is paid');
    return paymentId;
  };

  const progress = async (place: ProductPlace, log: readonly Recorded[]): Promise<Progress> => {
    await using stack = new AsyncDisposableStack();
    const store = stack.adopt(await openStore(place), (each) => each.close());
    const reached = actingReaders.map(async (name) => {
      const position = await store.checkpoints.load(name);
      return [name, log.findLast((event) => event.position <= (position ?? ''))?.id] as const;
    });
    return Object.fromEntries(await Promise.all(reached));
  };

  /** Makes purchases, refunds, an erasure and a proof. */
  const live = async (place: ProductPlace, weeks = 0): Promise<void> => {
    const product = await startProduct(weeks, { place });
    try {
      const [sold, refunded, forgotten] = [
        await buy(product),
        await buy(product),
        await buy(product),
      ];
      const [seller, admin] = [
        { cookie: await product.signIn(people.seller.email), key: randomUUID() },
        { cookie: await product.signIn(people.admin.email), key: randomUUID() },
      ];
      await eventually(async () => {
        const refund = product.ask(
          'seller.requestRefund',
          { paymentId: refunded, note: 'Desistiu' },
          seller,
        );
        return refund.then(
          () => true,
          () => undefined,
        );
      }, 'the sale can be refunded');
      await product.ask(
        'admin.requestErasure',
        { paymentId: forgotten, reason: 'Pediu por e-mail' },
        admin,
      );
      await eventually(() => isSealed(place), 'everything is sealed');
      const file = join(folder, `proof-${proofs.length}.ndjson`);
      await commandAt(place, 'proof', [sold, '--out', file]);
      proofs.push(file);
      payments.push(sold);
    } finally {
      await product.stop();
    }
  };

  const move = async (from: ProductPlace, to: ProductPlace): Promise<void> => {
    const before = await logOf(from);
    await moveProduct(from, to);
    const after = await logOf(to);
    expect(await journalOf(to)).to.deep.equal(await journalOf(from));
    expect(after.map((event) => leafHash(event).toString('hex'))).to.deep.equal(
      before.map((event) => leafHash(event).toString('hex')),
    );
    expect(await progress(to, after)).to.deep.equal(await progress(from, before));
  };

  /** Exports day by day, in the order of the log. */
  const journalOf = (place: ProductPlace): Promise<readonly string[]> =>
    inDatabase(place, async (pool) => {
      const range = { platformId: 'demo', from: '2020-01-01', to: '2100-01-01' };
      const lines = (await Array.fromAsync(streamJournal(pool, range))).flat();
      return lines.map(journalLineIn('pt'));
    });

  const proves = async (file: string): Promise<string> => {
    const args = [VERIFIER, file, '--key', publicKey];
    return (await promisify(execFile)(process.execPath, args)).stdout;
  };

  /** Verifies the record and every proof made so far. */
  const verify = async (place: ProductPlace): Promise<void> => {
    const output = await commandAt(place, 'verify', ['--deep']);
    expect(output).to.include('Everything fits.');
    publicKey ||= /seals by (\w{64})/.exec(output)?.[1] ?? '';
    expect(output).to.include(`seals by ${publicKey}`);
    for (const file of proofs) expect(await proves(file)).to.match(/^Proved: /);
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'razao-moving-'));
    places = placesBelow(folder);
  });
  after(async () => {
    await places.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps its events, journal and balances at every move, and all earlier proofs stay valid', async () => {
    const first = await places.empty('postgres', 'first');
    await live(first, 1);
    await verify(first);
    const native = await logOf(first);

    const second = await places.empty('eventstoredb', 'second');
    await move(first, second);
    await verify(second);
    const movedLog = await logOf(second);
    expect(movedLog.map(({ sealedAs }) => sealedAs)).to.deep.equal(
      native.map(({ position }) => position),
    );
    // A payment from before the move gets the same proof.
    const newProof = join(folder, 'again.ndjson');
    await commandAt(second, 'proof', [payments[0] ?? '', '--out', newProof]);
    expect(await readFile(newProof, 'utf8')).to.equal(await readFile(proofs[0] ?? '', 'utf8'));
    await live(second);
    await verify(second);

    const third = await places.empty('postgres', 'third');
    await move(second, third);
    await verify(third);
    const movedBack = await logOf(third);
    // Events recorded in Postgres return byte for byte.
    expect(movedBack.slice(0, native.length)).to.deep.equal(native);
    expect(
      movedBack.slice(native.length).every(({ sealedAs }) => sealedAs?.startsWith('e:')),
    ).to.equal(true);
    await live(third);
    await verify(third);
    const balances = await inDatabase(third, async (pool) => {
      const { rows } = await pool.query<{ account: string; balance: number }>(
        `SELECT account, sum(credits - debits)::float8 AS balance
         FROM read.journal_account_day GROUP BY account`,
      );
      return rows.map(({ account, balance }) => [account, balance] as const);
    });
    const nonZero = (entries: Iterable<readonly [string, number]>) =>
      new Map([...entries].filter(([, amount]) => amount !== 0));
    const log = await logOf(third);
    expect(nonZero(balances)).to.deep.equal(nonZero(balancesFromLog(log.map(decode))));
  });
});
