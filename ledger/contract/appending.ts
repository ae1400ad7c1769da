import { expect } from 'chai';
import fc from 'fast-check';
import type { Appended, EventStore, Expected, NewEvent } from '#/ledger/event-store.ts';
import type { CurrentStore } from './samples.ts';
import { CHAIN_START, firstBrokenLink } from '#/ledger/audit/hash.ts';
import { MAXIMUM_APPEND_BYTES, MAXIMUM_APPEND_EVENTS } from '#/ledger/event-store.ts';
import { sampledRuns } from '#/scripts/testing/sampled.ts';
import { fact, facts, failureOf, idsOf, newStream, readLog } from './samples.ts';

const testRecording = (current: CurrentStore): void => {
  it('numbers the events of a stream from 0 without a gap', async () => {
    const { store } = current();
    const stream = newStream();
    const first = await store.append(stream, facts(2), { expected: 'no_stream' });
    const second = await store.append(stream, facts(3), { expected: first.revision });
    expect([first.revision, second.revision]).to.deep.equal([1, 4]);
    const revisions = (await store.readStream(stream)).map(({ revision }) => revision);
    expect(revisions).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('gives every event a position after all earlier events', async () => {
    const { store } = current();
    const appends: Appended[] = [];
    for (const stream of [newStream(), newStream(), newStream()]) {
      appends.push(await store.append(stream, facts(2), { expected: 'no_stream' }));
    }
    const log = await readLog(store);
    const positions = log.map(({ position }) => position);
    expect(positions).to.deep.equal([...new Set(positions)].toSorted());
    expect(appends.map(({ position }) => position)).to.deep.equal(
      log.filter(({ revision }) => revision === 1).map(({ position }) => position),
    );
    expect(await store.head()).to.equal(positions.at(-1));
  });

  it('records the time of each event, never earlier than that of the event before it', async () => {
    const { store } = current();
    const streams = Array.from({ length: 20 }, newStream);
    await Promise.all(streams.map((s) => store.append(s, facts(1), { expected: 'no_stream' })));
    const times = (await readLog(store)).map(({ recordedAt }) => recordedAt);
    expect(times).to.have.length(20).and.to.deep.equal(times.toSorted());
    for (const time of times) expect(new Date(time).toISOString()).to.equal(time);
  });

  it('links the events by a hash chain, if the store keeps one', async () => {
    const { store, reopen } = current();
    await store.append(newStream(), facts(3), { expected: 'no_stream' });
    const reopened = await reopen();
    await reopened.append(newStream(), facts(2), { expected: 'no_stream' });
    const log = await readLog(reopened);
    expect(log).to.have.length(5);
    if (log[0]?.hash === undefined) return;
    expect(firstBrokenLink(log, CHAIN_START)).to.equal(undefined);
    const forged = log.map((event, index) => (index === 1 ? { ...event, data: '{"a":1}' } : event));
    expect(firstBrokenLink(forged)?.revision).to.equal(1);
  });

  it('returns type, data and metadata byte for byte', async () => {
    const { store } = current();
    const texts = [
      '{"b":1,"a":2,"b":3}',
      ' { "spaced" :\n\t[ 1 , 2 ] } ',
      '{"huge":123456789012345678901234567890.10,"tiny":1e-400,"zero":-0.0}',
      JSON.stringify({ text: 'São João — “€” 💸 \u0000 \u2028 \ud800 "\\/' }),
      '{"caf\u0065\u0301":"\\u0000\\/\\ud83d\\udcb8","":[]}',
      '"only text"',
      'null',
    ];
    const events = texts.map((text) => ({ ...fact(text), meta: text, type: 'Noted.v2' }));
    const stream = newStream();
    await store.append(stream, events, { expected: 'no_stream' });
    const recorded = await store.readStream(stream);
    const contents = recorded.map(({ id, type, data, meta }) => ({ id, type, data, meta }));
    expect(contents).to.deep.equal(events);
    expect(recorded).to.deep.equal(await readLog(store));
  });

  it('returns any JSON text byte for byte', async () => {
    const { store } = current();
    const json = fc.json({ stringUnit: 'binary', maxDepth: 3 });
    const property = fc.asyncProperty(json, fc.constantFrom(0, 1, 4), async (text, indent) => {
      const data = JSON.stringify(JSON.parse(text), undefined, indent);
      const stream = newStream();
      await store.append(stream, [fact(data), fact(text)], { expected: 'no_stream' });
      const texts = (await store.readStream(stream)).map((event) => event.data);
      expect(texts).to.deep.equal([data, text]);
    });
    await fc.assert(property, sampledRuns(50));
  });
};

const testExpectations = (current: CurrentStore): void => {
  it('rejects an append with a wrong expected revision, and names the actual one', async () => {
    const { store } = current();
    const stream = newStream();
    const attempt = (expected: Expected) => failureOf(store.append(stream, facts(1), { expected }));
    const refusal = (actual: Expected) => ({ kind: 'wrong-expected', actual });
    expect(await attempt(0)).to.deep.equal(refusal('no_stream'));
    await store.append(stream, facts(3), { expected: 'no_stream' });
    for (const expected of ['no_stream', 0, 1, 3, 99] as const) {
      expect(await attempt(expected)).to.deep.equal(refusal(2));
    }
    expect(await store.readStream(stream)).to.have.length(3);
  });

  it('answers a repeated append with the first result, marked as duplicate, and writes nothing', async () => {
    const { store, reopen } = current();
    const stream = newStream();
    const [opening, sequel] = [facts(2), facts(3)];
    const first = await store.append(stream, opening, { expected: 'no_stream' });
    const second = await store.append(stream, sequel, { expected: 1 });
    const repeat = async (opened: EventStore): Promise<void> => {
      const firstAgain = await opened.append(stream, opening, { expected: 'no_stream' });
      expect(firstAgain).to.deep.equal({ ...first, duplicate: true });
      const secondAgain = await opened.append(stream, sequel, { expected: 1 });
      expect(secondAgain).to.deep.equal({ ...second, duplicate: true });
    };
    await repeat(store);
    const reopened = await reopen();
    await repeat(reopened);
    expect(await readLog(reopened)).to.have.length(5);
  });

  it('writes the events once when the same append is sent ten times at once', async () => {
    const { store } = current();
    const stream = newStream();
    const events = facts(2);
    const attempts = Array.from({ length: 10 }, () =>
      store.append(stream, events, { expected: 'no_stream' }),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter(({ duplicate }) => !duplicate)).to.have.length(1);
    expect(new Set(outcomes.map(({ position }) => position)).size).to.equal(1);
    expect(idsOf(await store.readStream(stream))).to.deep.equal(idsOf(events));
  });

  it('rejects a repeated append with changed, missing, additional or reordered events', async () => {
    const { store } = current();
    const stream = newStream();
    const [a, b, c] = [fact(), fact(), fact()];
    await store.append(stream, [a, b], { expected: 'no_stream' });
    for (const events of [[a, c], [b, a], [a, b, c], [b], [c, b]]) {
      const failure = await failureOf(store.append(stream, events, { expected: 'no_stream' }));
      expect(failure).to.deep.equal({ kind: 'wrong-expected', actual: 1 });
    }
    expect(idsOf(await store.readStream(stream))).to.deep.equal(idsOf([a, b]));
  });
};

const limits = (current: CurrentStore): void => {
  it('rejects an append above the size or event limit, and accepts one exactly at the limit', async () => {
    const { store } = current();
    const stream = newStream();
    const eventOf = (bytes: number): NewEvent => ({
      ...fact(`"${'x'.repeat(bytes - 4)}"`),
      meta: '{}',
    });
    const tooMany = facts(MAXIMUM_APPEND_EVENTS + 1);
    for (const events of [[eventOf(MAXIMUM_APPEND_BYTES + 1)], tooMany]) {
      const failure = await failureOf(store.append(stream, events, { expected: 'no_stream' }));
      expect(failure).to.deep.equal({ kind: 'too-large', maximumBytes: MAXIMUM_APPEND_BYTES });
    }
    await store.append(stream, [eventOf(MAXIMUM_APPEND_BYTES)], { expected: 'no_stream' });
    await store.append(stream, tooMany.slice(1), { expected: 0 });
    expect(await readLog(store)).to.have.length(1 + MAXIMUM_APPEND_EVENTS);
  });

  it('rejects events it cannot store exactly, without affecting a concurrent valid append', async () => {
    const { store } = current();
    const stream = newStream();
    const unusable: readonly NewEvent[] = [
      fact('{"half":'),
      fact(''),
      fact('"\ud800"'),
      { ...fact(), meta: 'undefined' },
      { ...fact(), id: 'not-a-uuid' },
      { ...fact(), type: 'with\u0000nul' },
    ];
    const refused = unusable.map((event) =>
      store.append(newStream(), [event], { expected: 'no_stream' }),
    );
    const accepted = store.append(stream, facts(1), { expected: 'no_stream' });
    const outcomes = await Promise.allSettled([...refused, accepted]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal([
      ...unusable.map(() => 'rejected'),
      'fulfilled',
    ]);
    expect(await readLog(store)).to.have.length(1);
  });
};

export const appendingContract = (current: CurrentStore): void => {
  describe('Recording events', () => testRecording(current));
  describe('Expected revision', () => testExpectations(current));
  describe('Append limits', () => limits(current));
};
