import { expect } from 'chai';
import fc from 'fast-check';
import { writtenMeta } from './written-meta.ts';

const digits = 'ab'.repeat(32);

const byJsonParser = (meta: string): unknown => {
  const { v, hash } = JSON.parse(meta);
  return { v, hash };
};

const byWrittenMeta = (meta: string): unknown => {
  const { v, hash } = writtenMeta(meta);
  return { v, hash };
};

describe('writtenMeta', () => {
  it('reads version and hash as the JSON parser does, whatever the other fields contain', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(`","hash":"${digits}`, '"v":7', '\\', '{"v":2,'),
    );
    fc.assert(
      fc.property(fc.nat(), text, text, (v, actor, reason) => {
        const meta = JSON.stringify({ v, actor, reason, hash: digits });
        expect(byWrittenMeta(meta)).to.deep.equal(byJsonParser(meta));
      }),
    );
  });

  it('agrees with the JSON parser on duplicate keys, other orders, spacing and nesting', () => {
    for (const meta of [
      `{"v":1,"v":2,"hash":"${digits}"}`,
      `{"v":1,"hash":"${'c'.repeat(64)}","hash":"${digits}"}`,
      `{"hash":"${digits}","v":1}`,
      `{ "v": 1, "hash": "${digits}" }`,
      `{"v":1,"in":{"v":3,"hash":"${digits}"}}`,
      `{"v":1,"in":{"hash":"${digits}"},"hash":"short"}`,
      `{"v":1,"hash":"short","in":"${'d'.repeat(50)}"}`,
      '{"v":1}',
    ]) {
      expect(byWrittenMeta(meta), meta).to.deep.equal(byJsonParser(meta));
    }
    expect(() => byWrittenMeta('{"v":1,')).to.throw(SyntaxError);
  });
});
