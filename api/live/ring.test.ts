import { expect } from 'chai';
import fc from 'fast-check';
import { defaultRingLimits, Rings, type Delta } from './ring.ts';

const position = (ordinal: number): string => String(ordinal).padStart(20, '0');

const topics = ['balance:ana', 'balance:bia', 'sales:ana', 'payment:p1', 'payment:p2'];

const limits = { deltasPerTopic: 4, bytesPerTopic: 40, topics: 3, bytes: 90 };

/** The position of the last batch at most. */
const LATEST = 30;

/** Batches as read models commit them: each at a later position, several topics in one. */
const batches = fc.array(
  fc.array(fc.tuple(fc.constantFrom(...topics), fc.string({ maxLength: 12 })), { maxLength: 4 }),
  { maxLength: LATEST, size: 'max' },
);

const deltasOf = (all: readonly (readonly (readonly [string, string])[])[]): readonly Delta[] =>
  all.flatMap((batch, index) =>
    batch.map(([topic, text]) => ({
      topic,
      position: position(index + 1),
      json: JSON.stringify(text),
    })),
  );

const kindOf = (topic: string): string | undefined => topic.split(':')[0];

describe('Rings', () => {
  it('returns undefined for a position in another event store, and for an empty one', () => {
    const rings = new Rings();
    for (const delta of deltasOf([[['sales:ana', 'one']], [['sales:ana', 'two']]]))
      rings.add(delta);
    expect(rings.since('sales:ana', position(1))).to.have.length(1);
    const inOtherStore = `e:${position(9)}:${position(9)}`;
    expect(rings.since('sales:ana', inOtherStore)).to.equal(undefined);
    expect(rings.since('sales:ana', '')).to.equal(undefined);
  });

  it('returns all deltas after a position, or undefined if some may have been dropped', () => {
    const topicsAndPositions = topics.flatMap((topic) =>
      Array.from({ length: LATEST + 2 }, (_, since) => ({ topic, since })),
    );
    fc.assert(
      fc.property(batches, fc.constantFrom(limits, defaultRingLimits), (all, room) => {
        const rings = new Rings(room);
        const deltas = deltasOf(all);
        for (const delta of deltas) rings.add(delta);
        for (const { topic, since } of topicsAndPositions) {
          const answer = rings.since(topic, position(since));
          if (answer === undefined) {
            const first = deltas.find((each) => kindOf(each.topic) === kindOf(topic))?.position;
            const isEarlier = first === undefined || position(since) < first;
            const mayBeDropped = room === limits && since <= all.length;
            expect(isEarlier || mayBeDropped, `no delta after ${since} is lost`).to.equal(true);
            continue;
          }
          const ofTopic = deltas.filter((each) => each.topic === topic);
          const isRepeated = ofTopic.filter((each) => each.position === position(since)).length > 1;
          const from = position(isRepeated ? since : since + 1);
          expect(answer).to.deep.equal(ofTopic.filter((each) => each.position >= from));
        }
      }),
    );
  });

  it('repeats all deltas of a position that has several, in case the client received only some', () => {
    const rings = new Rings();
    const add = (ordinal: number, json: string) =>
      rings.add({ topic: 'sales:ana', position: position(ordinal), json });
    add(1, '"first"');
    add(2, '"one"');
    add(2, '"two"');
    add(3, '"last"');
    const texts = (since: number) =>
      rings.since('sales:ana', position(since))?.map(({ json }) => json);
    expect(texts(2)).to.deep.equal(['"one"', '"two"', '"last"']);
    expect(texts(3)).to.deep.equal([]);
    expect(texts(0)).to.equal(undefined);
  });

  it('returns no deltas for a quiet topic from its kind’s first position on, and undefined after a clear', () => {
    const rings = new Rings();
    rings.add({ topic: 'balance:ana', position: position(5), json: '1' });
    expect(rings.since('balance:bia', position(5))).to.deep.equal([]);
    expect(rings.since('balance:bia', position(4))).to.equal(undefined);
    rings.clear('balance');
    expect(rings.since('balance:bia', position(5))).to.equal(undefined);
    expect(rings.since('balance:ana', position(5))).to.equal(undefined);
  });

  it('stays within its memory limit', () => {
    const rings = new Rings({ deltasPerTopic: 10, bytesPerTopic: 1_000, topics: 5, bytes: 300 });
    for (let ordinal = 1; ordinal <= 1_000; ordinal += 1) {
      const topic = `payment:p${ordinal % 50}`;
      rings.add({ topic, position: position(ordinal), json: 'x'.repeat(100) });
    }
    const answered = Array.from({ length: 50 }, (_, index) => index).filter((index) =>
      rings.since(`payment:p${index}`, position(990))?.some(({ json }) => json.length === 100),
    );
    expect(answered.length).to.be.at.most(3);
  });
});
