import { expect } from 'chai';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import pg from 'pg';
import { databaseClock } from './postgres.ts';
import { watchClock } from './watch.ts';

/** A machine whose clocks move only by `pass`, and whose pauses end only by `ring`; all times are in milliseconds. */
const machineAt = (wall: number) => {
  const state = { wall, elapsed: 1_000, pausedMs: 0, rings: Promise.withResolvers<void>() };
  const machine = {
    wallMs: () => state.wall,
    elapsedMs: () => state.elapsed,
    pause: (ms: number, signal?: AbortSignal) => {
      state.pausedMs = ms;
      return Promise.race([
        state.rings.promise,
        new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
      ]);
    },
    after: () => ({ cancel: () => undefined }),
  };
  const pass = (ms: number): void => {
    state.wall += ms;
    state.elapsed += ms;
  };
  /** Ends the pause of the watch, and returns once the watch has compared the clocks and pauses again. */
  const ring = async (): Promise<void> => {
    state.rings.resolve();
    state.rings = Promise.withResolvers();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { state, machine, pass, ring };
};

const NOW = Date.parse('2026-11-20T15:00:00.000Z');

describe('The watch over this machine’s clock', () => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  beforeEach(() => void failures.splice(0));

  const watched = async (ahead: number) => {
    const shared = { ms: NOW };
    const world = machineAt(NOW + ahead);
    const watch = await watchClock({
      machine: world.machine,
      sharedMs: async () => shared.ms,
      onFailure,
    });
    return { ...world, watch, shared };
  };

  for (const [ahead, isTrue] of [
    [0, true],
    [2_000, true],
    [-2_000, true],
    [2_001, false],
    [-2_001, false],
    [180_000, false],
    [-180_000, false],
  ] as const) {
    it(`finds a clock that is ${ahead} ms ahead of the shared one ${isTrue ? 'true' : 'wrong, and reports it once'}`, async () => {
      const { watch, pass, ring, shared } = await watched(ahead);
      expect(watch.isTrue()).to.equal(isTrue);
      pass(5_000);
      shared.ms += 5_000;
      await ring();
      expect(watch.isTrue()).to.equal(isTrue);
      expect(failures).to.have.length(isTrue ? 0 : 1);
      await watch.stop();
    });
  }

  it('regards a clock as wrong from the moment it is set until it is compared again', async () => {
    const { state, watch, pass, ring, shared } = await watched(0);
    pass(60_000);
    expect(watch.isTrue(), 'time just passes').to.equal(true);
    state.wall -= 180_000;
    expect(watch.isTrue(), 'set back').to.equal(false);
    shared.ms = state.wall;
    await ring();
    expect(watch.isTrue(), 'it was wrong before').to.equal(true);
    await watch.stop();
  });

  it('regards a clock that was set during a comparison as wrong until the next comparison', async () => {
    const world = machineAt(NOW);
    let setBy = 0;
    const sharedMs = async () => {
      world.state.wall += setBy;
      return NOW;
    };
    const watch = await watchClock({ machine: world.machine, sharedMs, onFailure });
    setBy = 180_000;
    await world.ring();
    expect(watch.isTrue(), 'set ahead').to.equal(false);
    setBy = -180_000;
    await world.ring();
    expect(watch.isTrue(), 'set right').to.equal(false);
    setBy = 0;
    await world.ring();
    expect(watch.isTrue(), 'compared').to.equal(true);
    await watch.stop();
  });

  it('regards no clock as right before a comparison took at most a second, and compares again soon', async () => {
    const world = machineAt(NOW);
    let tookMs = 1_001;
    const sharedMs = async () => {
      world.pass(tookMs);
      return world.state.wall;
    };
    const watch = await watchClock({ machine: world.machine, sharedMs, onFailure });
    expect([watch.isTrue(), world.state.pausedMs]).to.deep.equal([false, 500]);
    tookMs = 1_000;
    await world.ring();
    expect([watch.isTrue(), world.state.pausedMs]).to.deep.equal([true, 5_000]);
    expect(failures).to.deep.equal([]);
    await watch.stop();
  });

  it('regards the clock as right from the start when only the first comparison was slow, because it opened a connection', async () => {
    const world = machineAt(NOW);
    const tookMs = [1_500, 3];
    const sharedMs = async () => {
      world.pass(tookMs.shift() ?? 0);
      return world.state.wall;
    };
    const watch = await watchClock({ machine: world.machine, sharedMs, onFailure });
    expect(watch.isTrue()).to.equal(true);
    await watch.stop();
  });

  it('still regards the clock as right while the shared clock cannot be read', async () => {
    const world = machineAt(NOW);
    let isUnreachable = false;
    const sharedMs = async () => {
      if (isUnreachable) throw new Error('away');
      return NOW;
    };
    const watch = await watchClock({ machine: world.machine, sharedMs, onFailure });
    isUnreachable = true;
    await world.ring();
    expect(watch.isTrue()).to.equal(true);
    expect(failures).to.have.length(1);
    await watch.stop();
  });

  it('reads the clock of the database', async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const before = Date.now();
    const shared = await databaseClock(pool)();
    expect(shared).to.be.within(before - 2_000, Date.now() + 2_000);
    await pool.end();
    await database.drop();
  });
});
