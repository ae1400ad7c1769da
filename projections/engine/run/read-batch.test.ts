import { expect } from 'chai';
import type { Position, Recorded } from '#/ledger/event-store.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { decodeBatch } from './read-batch.ts';

const FURTHER = decimalPosition(1_000);

describe('A batch of the log', () => {
  const events: Recorded[] = [];
  let last: Position | undefined;

  before(async () => {
    const store = createMemoryStore();
    const history = new History();
    history.purchase();
    history.purchase();
    await appendAll(store, history.take());
    for await (const batch of store.readAll({})) events.push(...batch);
    last = events.at(-1)?.position;
  });

  it('reaches its last event, however far the subscription has looked', () => {
    const batch = decodeBatch({ kind: 'events', events, upTo: FURTHER });
    expect(batch.events).to.have.length(2);
    expect(batch.upTo).to.equal(last);
  });

  it('reaches no position by events of others, because a failover may lose them, and events of ours may then take their positions', () => {
    expect(decodeBatch({ kind: 'checkpoint', upTo: FURTHER })).to.deep.equal({
      events: [],
      upTo: undefined,
    });
  });

  it('reaches the event before the first that this program cannot read', () => {
    const [first, second] = events;
    if (!first || !second) throw new Error('there are two events');
    const unknown = { ...second, type: 'SaidByALaterRelease' };
    const batch = decodeBatch({ kind: 'events', events: [first, unknown], upTo: FURTHER });
    expect(batch.upTo).to.equal(first.position);
    expect(batch.unreadable?.position).to.equal(second.position);
  });
});
