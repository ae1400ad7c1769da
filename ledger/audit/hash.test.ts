import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { positionText } from '#/ledger/stores/eventstoredb/position.ts';
import { CHAIN_START, chainHash, contentHash, leafHash } from './hash.ts';
import { HashAgain } from './hash-again.ts';

const lengthPrefixed = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

const documentedHash = (tag: number, fields: readonly string[]): string =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from([tag]), ...fields.map(lengthPrefixed)]))
    .digest('hex');

const contents = fc.record({
  id: fc.uuid(),
  stream: fc.string(),
  type: fc.string(),
  v: fc.nat(),
  data: fc.string({ unit: 'binary' }),
});

const approved = {
  position: decimalPosition(7),
  stream: 'payment-1',
  revision: 3,
  id: '00000000-0000-4000-8000-000000000001',
  type: 'PaymentApproved',
  data: '{"amount": 9700}',
  meta: '{"actor":"João"}',
  recordedAt: '2026-11-20T12:49:00.000Z',
};

describe('Event hashes', () => {
  it('contentHash covers id, stream, type, version and data as documented', () => {
    const property = fc.property(contents, (event) => {
      const { id, stream, type, v, data } = event;
      expect(contentHash(event)).to.equal(
        documentedHash(0x00, [id, stream, type, String(v), data]),
      );
    });
    fc.assert(property);
  });

  it("chainHash covers the previous hash, the event's position and fields, and its first position if it came from another log, as documented", () => {
    const { position, stream, id, type, data, meta, recordedAt } = approved;
    const fields = [CHAIN_START, position, stream, '3', id, type, data, meta, recordedAt];
    expect(chainHash(CHAIN_START, approved)).to.equal(documentedHash(0x02, fields));
    const moved = { ...approved, sealedAs: decimalPosition(4) };
    const covered = [...fields, decimalPosition(4)];
    expect(chainHash(CHAIN_START, moved)).to.equal(documentedHash(0x02, covered));
  });

  it('contentHash keeps a known value, so that logs of older releases can be verified', () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const event = { id, stream: 'payment-1', type: 'PaymentApproved', v: 1, data: '{"a":1}' };
    expect(contentHash(event)).to.equal(
      'eaa32d5b3cfa6cc5e0a75ed9985ccd4418e66d79fd0f468c762014f756913da7',
    );
  });

  it('contentHash changes when a character moves from one field to the next', () => {
    const event = { id: '1', stream: 'payment-1a', type: 'b', v: 1, data: '{}' };
    const moved = { ...event, stream: 'payment-1', type: 'ab' };
    expect(contentHash(moved)).not.to.equal(contentHash(event));
  });

  it('HashAgain derives the same content, leaf and chain hashes as the single functions', () => {
    const hasher = new HashAgain();
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ minLength: 30_000, maxLength: 40_000 }),
    );
    const postgresPosition = fc.nat().map(decimalPosition);
    const eventStorePosition = fc
      .tuple(fc.nat(), fc.nat())
      .map(([commit, prepare]) => positionText(BigInt(commit), BigInt(prepare)));
    const fields = {
      position: fc.oneof(postgresPosition, eventStorePosition),
      stream: fc.string({ unit: 'binary' }),
      revision: fc.nat(),
      id: fc.uuid(),
      type: fc.string(),
      data: text,
      meta: text,
      recordedAt: fc.constant('2026-11-20T12:49:00.000Z'),
    };
    const moved = fc.record({
      ...fields,
      sealedAs: fc.oneof(postgresPosition, eventStorePosition),
    });
    const chained = fc.oneof(fc.record(fields), moved);
    const property = fc.property(chained, fc.nat(), fc.boolean(), (event, v, hasPrevious) => {
      const previous = hasPrevious ? contentHash({ ...event, v }) : undefined;
      const { content, leaf, chain } = hasher.of(event, v, previous);
      expect(content).to.equal(contentHash({ ...event, v }));
      expect(leaf.equals(leafHash(event))).to.equal(true);
      expect(chain).to.equal(previous && chainHash(previous, event));
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('leafHash covers the fields as documented, and the original position of a moved event', () => {
    const { position, stream, id, type, data, meta, recordedAt } = approved;
    const fields = [position, stream, '3', id, type, data, meta, recordedAt];
    expect(leafHash(approved).toString('hex')).to.equal(documentedHash(0x00, fields));
    const moved = { ...approved, position: decimalPosition(9), sealedAs: position };
    expect(leafHash(moved).equals(leafHash(approved))).to.equal(true);
  });
});
