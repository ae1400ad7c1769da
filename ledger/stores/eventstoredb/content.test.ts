import { expect } from 'chai';
import type { JSONRecordedEvent } from '@eventstore/db-client';
import { fact } from '#/ledger/contract/samples.ts';
import { eventData, isOurs, recordedOf } from './content.ts';
import { logPosition, positionText } from './position.ts';

const event = (differences: Partial<JSONRecordedEvent> = {}): JSONRecordedEvent => ({
  streamId: 'payment-1',
  id: 'd9a4b6a5-7b0c-4c5e-9d8e-2f1f6e3d4c5b',
  type: 'PaymentRequested',
  isJson: true,
  revision: 3n,
  created: new Date('2026-11-20T12:00:00.123Z'),
  data: { amount: 9700 },
  metadata: { v: 1 },
  position: { commit: 70n, prepare: 65n },
  ...differences,
});

describe('an event of EventStoreDB', () => {
  it('is JSON for other programs wherever that keeps every byte', () => {
    const sent = eventData(fact('{"amount":9700,"of":["a"]}'));
    expect(sent).to.deep.include({ contentType: 'application/json' });
    expect(eventData(fact('{"amount":9700.0}')).contentType).to.equal('application/octet-stream');
    expect(eventData({ ...fact(), meta: '{"v": 1}' }).metadata).to.equal('{"v": 1}');
  });

  it('comes with both of its positions', () => {
    expect(recordedOf(event())).to.deep.equal({
      position: 'e:00000000000000000070:00000000000000000065',
      stream: 'payment-1',
      revision: 3,
      id: event().id,
      type: 'PaymentRequested',
      data: '{"amount":9700}',
      meta: '{"v":1}',
      recordedAt: '2026-11-20T12:00:00.123Z',
    });
  });

  it('is not taken from a server that does not say where it is', () => {
    const nowhere = { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n };
    expect(() => recordedOf(event({ position: nowhere }))).to.throw('22.6');
    const { position: _, ...old } = event();
    expect(() => recordedOf(old)).to.throw('22.6');
  });

  it('is not ours when its stream or its type is of the server', () => {
    expect(isOurs(event())).to.equal(true);
    expect(isOurs(event({ streamId: '$$payment-1' }))).to.equal(false);
    expect(isOurs(event({ type: '$metadata' }))).to.equal(false);
  });
});

describe('a position of EventStoreDB', () => {
  it('sorts as text, and comes back as it was', () => {
    const places = [9n, 10n, 2n ** 63n].map((commit) => ({ commit, prepare: 5n }));
    const texts = places.map(positionText);
    expect(texts.toSorted()).to.deep.equal(texts);
    expect(texts.map(logPosition)).to.deep.equal(places);
  });

  it('is no place of another store', () => {
    const decimal = '00000000000000000007' as ReturnType<typeof positionText>;
    expect(() => logPosition(decimal)).to.throw(RangeError);
  });
});
