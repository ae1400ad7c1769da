import crypto from 'node:crypto';
import { expect } from 'chai';
import { createDraws } from './draws.ts';
import { runAs, takeMachine } from './machine.ts';
import { SimulatedProcess } from './process.ts';
import { World } from './world.ts';

const START = Date.parse('2026-11-23T12:00:00.000Z');

/** In a world of its own, which is left before anything else runs. */
const inWorld = <Result>(run: (world: World) => Result): Result => {
  const world = new World(createDraws(1), START);
  const giveBack = takeMachine(world);
  try {
    return run(world);
  } finally {
    giveBack();
  }
};

const failureOf = (way: () => unknown): unknown => {
  try {
    return way();
  } catch (error) {
    return error;
  }
};

const ways: Readonly<Record<string, () => unknown>> = {
  fetch: () => fetch('https://example.com'),
  'AbortSignal.timeout': () => AbortSignal.timeout(1),
  'crypto.randomInt': () => crypto.randomInt(2),
  'a timer outside every process': () => setTimeout(() => undefined, 1),
};

describe('The machine in a simulated world', () => {
  for (const [name, way] of Object.entries(ways)) {
    it(`throws at ${name}, which leads out of it`, () => {
      const failure = inWorld(() => failureOf(way));
      expect(String(failure)).to.match(/leads out of the simulated world|outside every process/);
    });
  }

  it('is this machine again afterwards', () => {
    const before = [fetch, AbortSignal.timeout, crypto.randomInt, Date, setTimeout, Math.random];
    inWorld(() => undefined);
    const after = [fetch, AbortSignal.timeout, crypto.randomInt, Date, setTimeout, Math.random];
    expect(after.every((each, index) => each === before[index])).to.equal(true);
  });

  it('tells virtual time, and draws what the seed decides', () => {
    const drawn = (world: World): readonly unknown[] =>
      runAs(new SimulatedProcess(world, 'process'), () => [
        Date.now(),
        performance.now(),
        Math.random(),
        crypto.randomUUID(),
      ]);
    const first = inWorld(drawn);
    expect(first.slice(0, 2)).to.deep.equal([START, START]);
    expect(inWorld(drawn)).to.deep.equal(first);
  });
});
