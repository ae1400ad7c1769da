import { expect } from 'chai';
import { machineContract } from '#/ledger/machine.contract.ts';
import { createDraws } from '#/scripts/simulation/draws.ts';
import { SimulatedProcess } from '#/scripts/simulation/process.ts';
import { World } from '#/scripts/simulation/world.ts';

const START = Date.parse('2026-11-23T12:00:00.000Z');

const begin = (seed = 1, name = 'process') => {
  const world = new World(createDraws(seed), START);
  return { world, process: new SimulatedProcess(world, name) };
};

machineContract('of a simulated process', () => {
  const { world, process } = begin();
  return { machine: process.machine, pass: (ms) => world.runUntil(world.now + ms) };
});

describe('The machine of a simulated process', () => {
  it('tells virtual time, of which its wall clock may be ahead', async () => {
    const { world, process } = begin();
    const { wallMs, elapsedMs } = process.machine;
    process.skewMs = 60_000;
    await world.runUntil(START + 5_000);
    expect([wallMs() - START, elapsedMs() - START]).to.deep.equal([65_000, 5_000]);
  });

  it('draws the same for the same seed and name, and otherwise something else', () => {
    const drawn = (...args: readonly [seed: number, name: string]): string => {
      const { fraction, uuid, bytes } = begin(...args).process.machine;
      return `${fraction()} ${uuid()} ${bytes(8).toString('hex')}`;
    };
    expect(drawn(1, 'process')).to.equal(drawn(1, 'process'));
    const others = [drawn(1, 'process'), drawn(2, 'process'), drawn(1, 'another')];
    expect(new Set(others).size).to.equal(3);
    expect(drawn(1, 'process')).to.match(
      / [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
    );
  });

  it('calls back at the requested time, and not at all after a cancellation', async () => {
    const { world, process } = begin();
    const called: (readonly [string, number])[] = [];
    const note = (what: string) => (): void => void called.push([what, world.now - START]);
    const { after, pause } = process.machine;
    after(100, note('kept'));
    after(50, note('cancelled')).cancel();
    void pause(200).then(note('pause'));
    const stopping = new AbortController();
    void pause(1_000, stopping.signal).then(note('stopped'));
    void pause(1_000, AbortSignal.abort()).then(note('never begun'));
    await Promise.resolve();
    await world.runUntil(START + 300);
    stopping.abort();
    await Promise.resolve();
    expect(called).to.deep.equal([
      ['never begun', 0],
      ['kept', 100],
      ['pause', 200],
      ['stopped', 300],
    ]);
    while (await world.step());
    expect(world.now - START).to.equal(300);
  });

  it('calls back late while its process stands still, and never when it is dead', async () => {
    const { world, process } = begin();
    const called: number[] = [];
    process.machine.after(100, () => called.push(world.now - START));
    process.machine.after(400, () => called.push(world.now - START));
    process.freeze();
    world.after(250, 'goes on', () => process.thaw());
    world.after(300, 'dies', () => process.kill());
    while (await world.step());
    process.machine.after(1, () => called.push(world.now - START));
    expect(await world.step()).to.equal(false);
    expect(called).to.deep.equal([250]);
  });
});
