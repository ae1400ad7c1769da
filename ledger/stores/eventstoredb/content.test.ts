import { expect } from 'chai';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { fact } from '#/ledger/contract/samples.ts';
import { eventData, recordedOf, type WireEvent } from './content.ts';
import { logPosition, positionText } from './position.ts';

const event = (metadata = '{"v":1}', commit = '70'): WireEvent => {
  const record = new streamsPb.ReadResp.ReadEvent.RecordedEvent();
  record.setId(new sharedPb.UUID().setString('d9a4b6a5-7b0c-4c5e-9d8e-2f1f6e3d4c5b'));
  record.setStreamRevision('3').setCommitPosition(commit).setPreparePosition('65');
  record.setData(Buffer.from('{"amount": 9700}')).setCustomMetadata(Buffer.from(metadata));
  record.getMetadataMap().set('type', 'PaymentRequested').set('created', '17636400001234567');
  return record;
};

describe('EventStoreDB event', () => {
  it('is sent as JSON if that keeps every byte, and otherwise as binary', () => {
    const sent = eventData(fact('{"amount":9700,"of":["a"]}'));
    expect(sent).to.deep.include({ contentType: 'application/json' });
    expect(eventData(fact('{"amount":9700.0}')).contentType).to.equal('application/octet-stream');
    expect(eventData({ ...fact(), meta: '{"v": 1}' }).metadata).to.deep.equal(
      new TextEncoder().encode('{"v": 1}'),
    );
  });

  it('is read with commit and prepare position, and with its data byte for byte', () => {
    expect(recordedOf(event(), 'payment-1')).to.deep.equal({
      position: 'e:00000000000000000070:00000000000000000065',
      stream: 'payment-1',
      revision: 3,
      id: 'd9a4b6a5-7b0c-4c5e-9d8e-2f1f6e3d4c5b',
      type: 'PaymentRequested',
      data: '{"amount": 9700}',
      meta: '{"v":1}',
      recordedAt: '2025-11-20T12:00:00.123Z',
    });
  });

  it('is read with metadata that earlier releases wrote as a string, or with none', () => {
    expect(recordedOf(event(JSON.stringify('{"v": 1}')), 'payment-1').meta).to.equal('{"v": 1}');
    expect(recordedOf(event(''), 'payment-1').meta).to.equal('{}');
  });

  it('is rejected if the server gives no log position, as servers before 22.6 do', () => {
    const withoutPosition = event('{}', String(2n ** 64n - 1n));
    expect(() => recordedOf(withoutPosition, 'payment-1')).to.throw('22.6');
  });
});

describe('EventStoreDB position', () => {
  it('sorts as text in log order, and converts back to the same numbers', () => {
    const positions = [9n, 10n, 2n ** 63n].map((commit) => ({ commit, prepare: 5n }));
    const texts = positions.map(({ commit, prepare }) => positionText(commit, prepare));
    expect(texts.toSorted()).to.deep.equal(texts);
    expect(texts.map(logPosition)).to.deep.equal(positions);
  });

  it('cannot be read from a position of another store', () => {
    const decimal = '00000000000000000007' as ReturnType<typeof positionText>;
    expect(() => logPosition(decimal)).to.throw(RangeError);
  });
});
