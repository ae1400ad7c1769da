import { sha256 } from './hash.ts';

/** The preimage of an inner node: 0x01 (RFC 6962 §2.1) and two hashes. */
const scratch = Buffer.alloc(65, 0x01);

const hashNode = (left: Buffer, right: Buffer): Buffer => {
  left.copy(scratch, 1);
  right.copy(scratch, 33);
  return sha256(scratch);
};

/** Returns the next level towards the root; a node without a sibling moves up unchanged. */
const parentsOf = (level: readonly Buffer[]): readonly Buffer[] => {
  const parents: Buffer[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]];
    if (left !== undefined) parents.push(right === undefined ? left : hashNode(left, right));
  }
  return parents;
};

/** Returns the Merkle tree hash of hashed leaves (RFC 6962 §2.1). */
export const merkleRoot = (leaves: readonly Buffer[]): Buffer => {
  let level = leaves;
  while (level.length > 1) level = parentsOf(level);
  return level[0] ?? sha256(Buffer.alloc(0));
};

/**
 * Returns the siblings of the nodes from a leaf to the root of a Merkle tree (RFC 6962 §2.1.1). From leaf and siblings follows the
 * root.
 * @throws RangeError when there is no such leaf
 */
export const auditPath = (leaves: readonly Buffer[], index: number): readonly Buffer[] => {
  if (!(index in leaves)) throw new RangeError(`no leaf ${index} among ${leaves.length}`);
  const path: Buffer[] = [];
  let place = index;
  for (let level = leaves; level.length > 1; level = parentsOf(level)) {
    const sibling = level[place ^ 1];
    if (sibling !== undefined) path.push(sibling);
    place >>= 1;
  }
  return path;
};

/** Returns the root that a leaf and its path lead to; undefined when no tree of this size has such an index or path length. */
export const rootOfPath = (
  leaf: Buffer,
  { index, size }: { readonly index: number; readonly size: number },
  path: readonly Buffer[],
): Buffer | undefined => {
  if (index < 0 || index >= size) return undefined;
  let node = leaf;
  let used = 0;
  let place = index;
  for (let width = size; width > 1; width = Math.ceil(width / 2)) {
    if ((place ^ 1) < width) {
      const sibling = path[used];
      if (sibling === undefined) return undefined;
      node = place % 2 === 0 ? hashNode(node, sibling) : hashNode(sibling, node);
      used += 1;
    }
    place >>= 1;
  }
  return used === path.length ? node : undefined;
};
