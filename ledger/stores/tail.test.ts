import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Timers } from '#/domain/ports/machine.ts';
import type { Position } from '#/ledger/event-store.ts';
import { NewPositionSignal, tail } from './tail.ts';

/** Time stands still: no poll is ever due. */
const stopped: Timers = {
  after: () => ({ cancel: () => undefined }),
  pause: () => new Promise(() => undefined),
};

describe('A subscription that follows a log', () => {
  it('reports the first failure of each outage, and goes on', async () => {
    const following = new AbortController();
    const { signal } = following;
    const outages: string[] = [];
    let reads = 0;
    const arrivals = new NewPositionSignal();
    const readPage = async () => {
      reads += 1;
      // The fourth read alone succeeds, so one outage has the reads 1 to 3, and the next begins with read 5.
      if (reads !== 4) throw new Error(`read ${reads}`);
      return [];
    };
    const onOutage = (cause: unknown): void => {
      outages.push(String(cause));
      if (outages.length === 2) following.abort();
    };
    const options = { after: undefined, maximumBatch: 10, signal, arrivals, pollMs: 1 };
    const kinds: string[] = [];
    for await (const { kind } of tail({ ...options, readPage, onOutage })) kinds.push(kind);
    expect(kinds).to.deep.equal(['caught-up']);
    expect(outages).to.deep.equal(['Error: read 1', 'Error: read 5']);
  });

  it('waits when an event was announced that the log does not have, as after a failover', async () => {
    const arrivals = new NewPositionSignal(stopped);
    arrivals.announce('00000000000000000005' as Position);
    const following = new AbortController();
    const { signal } = following;
    let reads = 0;
    const readPage = async () => {
      reads += 1;
      return [];
    };
    const follow = async (): Promise<void> => {
      const options = { after: undefined, maximumBatch: 10, signal, arrivals, pollMs: 1_000 };
      for await (const { kind } of tail({ ...options, readPage }))
        expect(kind).to.equal('caught-up');
    };
    const end = follow();
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect(reads).to.equal(1);
    arrivals.announce('00000000000000000006' as Position);
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect(reads).to.equal(2);
    following.abort();
    await end;
  });
});
