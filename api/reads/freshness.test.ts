import { expect } from 'chai';
import pg from 'pg';
import { thisMachine } from '#/ledger/machine.ts';
import type { Position } from '#/ledger/event-store.ts';
import { PositionWaiters } from '#/projections/engine/run/position-waiters.ts';
import { readCurrent, readPrimary } from './freshness.ts';

const at = (ordinal: number): Position => String(ordinal).padStart(20, '0') as Position;

/** Read models whose positions the test sets. */
const readModels = () => {
  const positions = new Map([
    ['sales', at(5)],
    ['refunds', at(7)],
  ]);
  const waiters = new PositionWaiters(thisMachine);
  return {
    positions: () => positions,
    waitFor: (position: Position, names: readonly string[], timeoutMs: number) =>
      waiters.until(
        () => names.every((name) => (positions.get(name) ?? '') >= position),
        timeoutMs,
      ),
    move: (name: string, ordinal: number) => {
      positions.set(name, at(ordinal));
      waiters.check();
    },
  };
};

/** The pool never connects: the test's reads do not use it. */
const places = (projections: ReturnType<typeof readModels>) => ({
  projections,
  database: new pg.Pool(),
});

describe('readPrimary', () => {
  it('waits until every read model it needs has reached the caller’s last write', async () => {
    const models = readModels();
    let reads = 0;
    const reading = readPrimary(
      places(models),
      ['sales', 'refunds'],
      at(8),
      async () => (reads += 1),
    );
    models.move('sales', 9);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads).to.equal(0);
    models.move('refunds', 8);
    expect(await reading).to.deep.equal({ value: 1, position: at(8) });
  });

  it('returns the position from before the query when rows change meanwhile', async () => {
    const models = readModels();
    const answer = await readPrimary(places(models), ['sales'], undefined, async () => {
      models.move('sales', 6);
      return 'rows of 6';
    });
    expect(answer).to.deep.equal({ value: 'rows of 6', position: at(5) });
  });
});

describe('readCurrent', () => {
  const current = (models: ReturnType<typeof readModels>, head: Position) =>
    readCurrent(
      { ...places(models), core: { store: { head: async () => head } } },
      ['sales', 'refunds'],
      async () => 'rows',
    );

  it('answers once all read models that it needs have reached the end of the log', async () => {
    const models = readModels();
    const reading = current(models, at(7));
    models.move('sales', 7);
    expect(await reading).to.equal('rows');
  });

  it('is unavailable while one of them stays behind, because its rows would lead to a wrong decision', async () => {
    const failure = await current(readModels(), at(7)).catch((error: unknown) => error);
    expect(failure).to.include({ code: 'service/unavailable' });
  });
});
