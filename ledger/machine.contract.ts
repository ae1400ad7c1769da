import { expect } from 'chai';
import type { Machine } from '#/domain/ports/machine.ts';

export interface MachineUnderTest {
  readonly machine: Machine;
  /** Lets time pass; what is due by then has happened when it resolves. */
  readonly pass: (ms: number) => Promise<void>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const DRAWS = 500;

/** In milliseconds. */
const [SOON, LATER, LATEST] = [10, 20, 40];
const LONG = 60_000;

const clockContract = (open: () => MachineUnderTest): void => {
  it('counts elapsed time, which never goes back', async () => {
    const { machine, pass } = open();
    const seen = [machine.elapsedMs(), machine.elapsedMs()];
    await pass(LATER);
    seen.push(machine.elapsedMs(), machine.elapsedMs());
    expect(seen).to.deep.equal(seen.toSorted((one, other) => one - other));
    const [first = 0, , third = 0] = seen;
    // Timers may be early by less than a millisecond.
    expect(third - first).to.be.at.least(LATER - 1);
  });

  it('tells the time since 1970, in milliseconds', () => {
    const { wallMs } = open().machine;
    expect(wallMs()).to.be.above(Date.parse('2026-01-01T00:00:00.000Z'));
    expect(wallMs() % 1).to.equal(0);
  });
};

const timersContract = (open: () => MachineUnderTest): void => {
  it('calls back once, in the order in which it is due, and not before', async () => {
    const { machine, pass } = open();
    const called: string[] = [];
    machine.after(LATER, () => called.push('later'));
    machine.after(SOON, () => called.push('soon'));
    expect(called).to.deep.equal([]);
    await pass(LATEST);
    await pass(LATEST);
    expect(called).to.deep.equal(['soon', 'later']);
  });

  it('does not call back once the call is cancelled; a second or late cancellation does no harm', async () => {
    const { machine, pass } = open();
    const called: string[] = [];
    const cancelled = machine.after(SOON, () => called.push('cancelled'));
    const kept = machine.after(SOON, () => called.push('kept'));
    cancelled.cancel();
    cancelled.cancel();
    await pass(LATER);
    kept.cancel();
    expect(called).to.deep.equal(['kept']);
  });

  it('pauses until the time has passed', async () => {
    const { machine, pass } = open();
    let isOver = false;
    void machine.pause(SOON).then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).to.equal(false);
    await pass(LATER);
    expect(isOver).to.equal(true);
  });

  it('ends a pause when its signal aborts, or has aborted before, without a failure', async () => {
    const { machine, pass } = open();
    const ended: string[] = [];
    const stopping = new AbortController();
    const pauses = [
      machine.pause(LONG, stopping.signal).then(() => ended.push('stopped')),
      machine.pause(LONG, AbortSignal.abort()).then(() => ended.push('never begun')),
    ];
    await pass(SOON);
    expect(ended).to.deep.equal(['never begun']);
    stopping.abort();
    await Promise.all(pauses);
    expect(ended).to.deep.equal(['never begun', 'stopped']);
  });

  it('ends a pause in time although its signal never aborts', async () => {
    const { machine, pass } = open();
    const pause = machine.pause(SOON, new AbortController().signal);
    await pass(LATER);
    await pause;
  });
};

const chanceContract = (open: () => MachineUnderTest): void => {
  it('draws fractions from 0 up to, but not including, 1', () => {
    const { fraction } = open().machine;
    const drawn = Array.from({ length: DRAWS }, fraction);
    expect(drawn.every((each) => each >= 0 && each < 1)).to.equal(true);
    expect(new Set(drawn).size).to.be.above(DRAWS / 2);
  });

  it('draws UUIDs of version 4, each of them once', () => {
    const { uuid } = open().machine;
    const drawn = Array.from({ length: DRAWS }, uuid);
    for (const each of drawn) expect(each).to.match(UUID);
    expect(new Set(drawn).size).to.equal(DRAWS);
  });

  it('draws as many random bytes as were requested, never the same twice', () => {
    const { bytes } = open().machine;
    const drawn = Array.from({ length: DRAWS }, (_, nth) => bytes(8 + (nth % 64)));
    expect(drawn.map(({ length }) => length)).to.deep.equal(drawn.map((_, nth) => 8 + (nth % 64)));
    expect(new Set(drawn.map((each) => each.toString('hex', 0, 8))).size).to.equal(DRAWS);
    expect(bytes(0)).to.have.length(0);
    // More than a source may keep in stock.
    expect(bytes(10_000).includes(Buffer.alloc(64))).to.equal(false);
  });

  it('draws bytes that are not those of another call when one is overwritten', () => {
    const { bytes } = open().machine;
    const [first, second] = [bytes(32), bytes(32)];
    const before = second.toString('hex');
    first.fill(0);
    expect(second.toString('hex')).to.equal(before);
  });
};

export const machineContract = (name: string, open: () => MachineUnderTest): void => {
  describe(`A machine ${name}`, () => {
    describe('clock', () => clockContract(open));
    describe('timers', () => timersContract(open));
    describe('chance', () => chanceContract(open));
  });
};
