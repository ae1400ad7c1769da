import { expect } from 'chai';
import { z } from 'zod';
import { streamOf } from '#/domain/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { Position } from '#/ledger/event-store.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { getSellerBalance } from '#/projections/seller-balance.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import {
  replicatedPostgres,
  type ReplicatedPostgres,
  type Standby,
} from '#/scripts/testing/replicated-postgres.ts';
import { readFresh } from './freshness.ts';
import { createTopics } from '#/api/live/topics.ts';
import { createMetrics } from '#/api/operations/metrics.ts';
import { attentionChecks } from '#/api/operations/readiness.ts';
import { createReplicas, type Replicas } from './replicas.ts';
import { saleDetail } from '#/api/sales/sale-view.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { fund } from '#/api/testing/fund.ts';
import { people } from '#/api/testing/people.ts';

const { sellerId, platformId } = people.ana;
const places = ['primary', 'replica-1', 'replica-2'] as const;
type Place = (typeof places)[number];

const balanceAnswer = z.object({ available: z.number(), position: z.string() });

describe('reads from replicas', () => {
  let postgres: ReplicatedPostgres;
  let world: ApiWorld;
  let first: Standby;
  let second: Standby;
  let owned = 0;

  const answered = async (): Promise<Readonly<Record<Place, number>>> => {
    const { values } = await world.services.metrics.readModelReads.get();
    const of = (place: Place) => values.find(({ labels }) => labels.place === place)?.value ?? 0;
    return {
      primary: of('primary'),
      'replica-1': of('replica-1'),
      'replica-2': of('replica-2'),
    };
  };

  /** Returns how many reads each database answered during `work`. */
  const answeredDuring = async (work: () => Promise<unknown>) => {
    const before = await answered();
    await work();
    const after = await answered();
    return places.map((place) => after[place] - before[place]);
  };

  const balance = async (after?: string) => {
    const query = after === undefined ? '' : `?after=${after}`;
    const { status, body, text } = await world.get(`/api/seller.getBalance${query}`, { as: 'ana' });
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return balanceAnswer.parse(body);
  };

  const balances = async (times: number) =>
    Promise.all(Array.from({ length: times }, () => balance()));

  const head = async (): Promise<Position> => {
    const position = await world.store.head();
    if (position === undefined) throw new Error('the log is empty');
    return position;
  };

  /** Adds a sale's money. @returns the position from which it is visible */
  const earn = async (): Promise<Position> => {
    owned += 100;
    await fund(world, people.ana, 100);
    return head();
  };

  const inUse = (...names: readonly string[]) =>
    eventually(
      async () => {
        await balance();
        const leftOut = world.services.replicas.excluded();
        return names.every((name) => leftOut.get(name) === undefined) || undefined;
      },
      `${names.join(' and ')} in use`,
    );

  const leftOutAs = (name: string, reason: string) =>
    eventually(async () => {
      await balance();
      return world.services.replicas.excluded().get(name) === reason || undefined;
    }, `${name} is ${reason}`);

  /** Creates replicas without periodic checks, so that none counts as too far behind. */
  const slow = async (answerMs = 20_000): Promise<Replicas> => {
    const { database: primary, projections, logger } = world.services;
    const urls = postgres.standbys.map(({ url }) => url);
    const metrics = createMetrics();
    const reading = { primary, projections, metrics, logger };
    const options = { urls, ...reading, answerMs, tickMs: 3_600_000 };
    const replicas = createReplicas(options);
    const written = await head();
    await eventually(async () => {
      const each = await Promise.all(urls.map(() => readBalance(replicas)));
      const areWell = [...replicas.excluded().values()].every((why) => why === undefined);
      return (areWell && each.every(({ position }) => position >= written)) || undefined;
    }, 'both replicas are well and have everything');
    return replicas;
  };

  const readBalance = (replicas: Replicas, read?: (database: Queryable) => Promise<number>) =>
    readFresh({ ...world.services, replicas }, ['seller-balance'], undefined, async (database) => {
      if (read) return read(database);
      return (await getSellerBalance(database, sellerId))?.available;
    });

  const pauseBoth = () => Promise.all([first.pauseReplay(), second.pauseReplay()]);
  const resumeBoth = () => Promise.all([first.resumeReplay(), second.resumeReplay()]);

  before(async () => {
    postgres = await replicatedPostgres(2);
    const [one, two] = postgres.standbys;
    if (!one || !two) throw new Error('two were asked for');
    [first, second] = [one, two];
    world = await apiWorld({
      database: { url: postgres.url, drop: async () => undefined },
      replicas: { urls: [first.url, second.url], tickMs: 200 },
    });
    await earn();
  });

  beforeEach(() => inUse('replica-1', 'replica-2'));

  after(async () => {
    await world?.close();
    await postgres?.stop();
  });

  it('are answered by each replica in its turn, and not by the primary', async () => {
    expect(await answeredDuring(() => balances(6))).to.deep.equal([0, 3, 3]);
  });

  it('are not what topics begin with: deltas of this process follow those without a gap', async () => {
    await pauseBoth();
    try {
      await earn();
      const { data } = await createTopics(world.services).snapshot(`balance:${sellerId}`);
      expect(data).to.include({ available: owned });
    } finally {
      await resumeBoth();
    }
  });

  it('show a screen what it wrote, every time', async () => {
    for (let sale = 0; sale < 20; sale += 1) {
      const { available, position } = await balance(await earn());
      expect(available).to.equal(owned);
      expect(position >= (await head())).to.equal(true);
    }
  });

  it('show a screen what it wrote while the replicas stand still, because the primary answers', async () => {
    await pauseBoth();
    try {
      const written = await earn();
      const during = await answeredDuring(async () => {
        for (let read = 0; read < 4; read += 1) {
          expect((await balance(written)).available).to.equal(owned);
        }
      });
      expect(during).to.deep.equal([4, 0, 0]);
    } finally {
      await resumeBoth();
    }
  });

  it('say how old they are when a replica lags', async () => {
    const replicas = await slow();
    const before = await readBalance(replicas);
    await pauseBoth();
    try {
      const written = await earn();
      const late = await readBalance(replicas);
      expect(late).to.deep.equal(before);
      expect(late.position < written).to.equal(true);
    } finally {
      await resumeBoth();
      await replicas.stop();
    }
  });

  it('are of one moment and say which, though the replica moves meanwhile', async () => {
    const replicas = await slow();
    const { position } = await readBalance(replicas);
    await pauseBoth();
    try {
      const written = await earn();
      const available = async (database: Queryable) =>
        (await getSellerBalance(database, sellerId))?.available ?? 0;
      const read = await readBalance(replicas, async (database) => {
        await resumeBoth();
        await eventually(async () => {
          const each = await Promise.all([readBalance(replicas), readBalance(replicas)]);
          return each.every((other) => other.position >= written) || undefined;
        }, 'both replicas have what was written');
        // Concurrent queries, as dashboards send them.
        const [one, another] = await Promise.all([available(database), available(database)]);
        return one === another ? one : Number.NaN;
      });
      expect(read).to.deep.equal({ value: owned - 100, position });
    } finally {
      await resumeBoth();
      await replicas.stop();
    }
  });

  it('find a sale that a replica does not have yet', async () => {
    const history = new History();
    const replicas = await slow();
    await pauseBoth();
    try {
      const paymentId = history.purchase({ platformId, sellerId });
      await world.happen(history);
      const { state } = await world.services.core.handler.load(
        payment,
        streamOf('payment', paymentId),
      );
      if (state.status === 'NONE') throw new Error('nothing was bought');
      const parts = { ...world.services, replicas };
      const scope = { platformId, sellerId };
      const { sale } = await saleDetail(parts, scope, { paymentId, state }, undefined);
      expect(sale.paymentId).to.equal(paymentId);
    } finally {
      await resumeBoth();
      await replicas.stop();
    }
  });

  it('step over a replica that falls too far behind, until it has caught up', async () => {
    await first.pauseReplay();
    await earn();
    await leftOutAs('replica-1', 'behind');
    const [primary, , other] = await answeredDuring(() => balances(4));
    expect([primary, other]).to.deep.equal([0, 4]);
    expect((await balance()).available).to.equal(owned);
    await first.resumeReplay();
    await inUse('replica-1');
    expect(await answeredDuring(() => balances(4))).to.deep.equal([0, 2, 2]);
  });

  it('fail for nobody when a replica is killed, and use it again when it is back', async () => {
    const reading = balances(20);
    await first.kill();
    const all = [...(await reading), ...(await balances(20))];
    expect(new Set(all.map(({ available }) => available))).to.deep.equal(new Set([owned]));
    await leftOutAs('replica-1', 'away');
    const { replicas } = attentionChecks({
      ...world.services,
      store: world.store,
      checkpoints: { parked: async () => [] },
    });
    const noted: unknown = await replicas?.().catch((error: unknown) => error);
    expect(noted).to.have.deep.property('reasons', ['replica-1 is away']);
    await first.restart();
    await inUse('replica-1');
    expect(await answeredDuring(() => balances(4))).to.deep.equal([0, 2, 2]);
  });

  it('fail for nobody when all replicas are killed at once', async () => {
    await Promise.all([first.kill(), second.kill()]);
    const during = await answeredDuring(() => balances(10));
    expect(during).to.deep.equal([10, 0, 0]);
    await Promise.all([first.restart(), second.restart()]);
  });

  it('fail for nobody when a replica hangs', async () => {
    await second.freeze();
    try {
      const during = await answeredDuring(() => balances(10));
      expect(during).to.deep.equal([0, 10, 0]);
      await leftOutAs('replica-2', 'away');
    } finally {
      second.thaw();
    }
  });

  it('are asked of the primary when a replica hangs in the middle of one', async () => {
    const { database: primary } = world.services;
    const replicas = await slow(200);
    const read = await readBalance(replicas, async (database) => {
      if (database !== primary) await database.query({ text: 'SELECT pg_sleep(30)' });
      return (await getSellerBalance(database, sellerId))?.available ?? 0;
    });
    expect(read.value).to.equal(owned);
    expect([...replicas.excluded().values()]).to.deep.equal([undefined, undefined]);
    await replicas.stop();
  });

  it('refuse what is asked wrongly as ever, and ask nobody else', async () => {
    const during = await answeredDuring(async () => {
      const path = '/api/seller.listSales?cursor=nonsense';
      expect((await world.get(path, { as: 'ana' })).status).to.equal(400);
    });
    expect(during).to.deep.equal([0, 0, 0]);
  });

  it('never come from a replica of another database', async () => {
    const other = await testDatabase();
    const { database: primary, projections, logger } = world.services;
    const metrics = createMetrics();
    const urls = [other.url];
    const replicas = createReplicas({ urls, primary, projections, metrics, logger });
    await eventually(
      () => replicas.excluded().get('replica-1') === 'a copy of another database' || undefined,
      'it is recognised',
    );
    const { value } = await readBalance(replicas);
    expect(value).to.equal(owned);
    await replicas.stop();
    await other.drop();
  });
});
