import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { auditPath, merkleRoot, rootOfPath } from './merkle.ts';

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** The definition of RFC 6962 §2.1, for leaves that are already hashed. */
const defined = (leaves: readonly Buffer[]): Buffer => {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), defined(leaves.slice(0, split)), defined(leaves.slice(split)));
};

/** The definition of RFC 6962 §2.1.1. */
const definedPath = (leaves: readonly Buffer[], index: number): readonly Buffer[] => {
  if (leaves.length === 1) return [];
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...definedPath(left, index), defined(right)]
    : [...definedPath(right, index - split), defined(left)];
};

const leafOf = (text: string): Buffer => sha256(Buffer.of(0), Buffer.from(text));
const someLeaves = fc
  .array(fc.string(), { minLength: 1, maxLength: 70 })
  .map((texts) => texts.map(leafOf));
const placed = someLeaves.chain((leaves) =>
  fc.record({ leaves: fc.constant(leaves), index: fc.nat({ max: leaves.length - 1 }) }),
);

describe('The Merkle tree of a seal', () => {
  it('has the root that RFC 6962 defines', () => {
    fc.assert(
      fc.property(someLeaves, (leaves) => {
        expect(merkleRoot(leaves).equals(defined(leaves))).to.equal(true);
      }),
    );
    expect(merkleRoot([]).toString('hex')).to.equal(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('agrees with a test vector of Certificate Transparency', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'];
    const leaves = inputs.map((hex) => sha256(Buffer.of(0), Buffer.from(hex, 'hex')));
    expect(merkleRoot(leaves).toString('hex')).to.equal(
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    );
  });

  it('has the audit paths that RFC 6962 defines, which lead to the root', () => {
    fc.assert(
      fc.property(placed, ({ leaves, index }) => {
        const path = auditPath(leaves, index);
        expect(path).to.deep.equal(definedPath(leaves, index));
        const leaf = leaves[index] ?? Buffer.alloc(0);
        const root = rootOfPath(leaf, { index, size: leaves.length }, path);
        expect(root?.equals(merkleRoot(leaves))).to.equal(true);
      }),
    );
  });

  it('rejects a wrong leaf, an index out of range and an altered path', () => {
    fc.assert(
      fc.property(placed, fc.nat(), ({ leaves, index }, anyNumber) => {
        const size = leaves.length;
        const root = merkleRoot(leaves);
        const path = auditPath(leaves, index);
        const leaf = leaves[index] ?? Buffer.alloc(0);
        const leadsToRoot = (...proof: Parameters<typeof rootOfPath>): boolean =>
          rootOfPath(...proof)?.equals(root) ?? false;
        expect(leadsToRoot(leafOf('another'), { index, size }, path)).to.equal(false);
        expect(leadsToRoot(leaf, { index: size, size }, path)).to.equal(false);
        expect(leadsToRoot(leaf, { index, size }, [...path, leaf])).to.equal(false);
        if (path.length === 0) return;
        expect(leadsToRoot(leaf, { index, size }, path.slice(1))).to.equal(false);
        const alteredStep = anyNumber % path.length;
        const altered = path.map((node, step) => (step === alteredStep ? leafOf('another') : node));
        expect(leadsToRoot(leaf, { index, size }, altered)).to.equal(false);
      }),
    );
  });
});
