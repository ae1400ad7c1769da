import type { OutputOf } from '#/api/contract/contract.ts';

type Proof = OutputOf<'admin.getPaymentProof'>;
type ProvedEvent = Proof['events'][number];
type Seal = Proof['seals'][number];

/** The result of this browser's own verification. */
export type ProofOutcome =
  | { readonly kind: 'proved'; readonly events: number; readonly firstKeyId: string }
  | { readonly kind: 'not-sealed'; readonly events: number }
  /** The page shows events with these ids, which the proof does not contain. */
  | { readonly kind: 'not-covered'; readonly ids: readonly string[] }
  /** Position of an event, or `#` and the number of a seal. */
  | { readonly kind: 'unproved'; readonly place: string }
  /** The browser has no WebCrypto (on a page without TLS), or no Ed25519. */
  | { readonly kind: 'unsupported' };

type Bytes = Uint8Array<ArrayBuffer>;

const join = (parts: readonly Bytes[]): Bytes => {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** A tag byte, then each field's length in four bytes and its UTF-8 text. */
const frame = (tag: number, fields: readonly (string | number)[]): Bytes =>
  join([
    Uint8Array.of(tag),
    ...fields.flatMap((field) => {
      const text = new TextEncoder().encode(String(field));
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, text.length);
      return [length, text];
    }),
  ]);

const bytesOf = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const hexOf = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const hashBytes = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Undefined if `keyId` is no key. @throws DOMException in a browser without Ed25519 */
const readKey = (keyId: string): Promise<CryptoKey | undefined> =>
  crypto.subtle
    .importKey('raw', bytesOf(keyId), 'Ed25519', false, ['verify'])
    .catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'DataError') return undefined;
      throw error;
    });

const isSignedBy = async (keyId: string, bytes: Bytes, signature: string): Promise<boolean> => {
  const key = await readKey(keyId);
  return key !== undefined && crypto.subtle.verify('Ed25519', key, bytesOf(signature), bytes);
};

/** The key that signed the first rotation (change of key) or, without rotations, the first seal; empty without seals. */
const firstKeyOf = ({ rotations, seals }: Proof): string =>
  rotations[0]?.keyId ?? seals[0]?.keyId ?? '';

/** Returns the proof's first key, and the keys to which signed rotations lead from it. */
const findLinkedKeys = async (proof: Proof): Promise<ReadonlySet<string>> => {
  const linked = new Set([firstKeyOf(proof)]);
  for (const { number, previous, at, keyId, nextKeyId, signature } of proof.rotations) {
    const bytes = frame(0x04, [number, previous, at, keyId, nextKeyId]);
    if (linked.has(keyId) && (await isSignedBy(keyId, bytes, signature))) linked.add(nextKeyId);
  }
  return linked;
};

const isSealValid = async (seal: Seal, linked: ReadonlySet<string>): Promise<boolean> => {
  const { number, previous, from, to, count, root, at, keyId, signature } = seal;
  const bytes = frame(0x03, [number, previous, from, to, count, root, at, keyId]);
  return linked.has(keyId) && isSignedBy(keyId, bytes, signature);
};

/** Computes the tree root (RFC 6962 §2.1.1); undefined if index or path do not fit the size. */
const rootOf = async (
  leaf: Bytes,
  { index, path }: NonNullable<ProvedEvent['seal']>,
  size: number,
): Promise<string | undefined> => {
  let node = leaf;
  let siblings = 0;
  let nodeIndex = index;
  for (let width = size; width > 1; width = Math.ceil(width / 2)) {
    if ((nodeIndex ^ 1) < width) {
      const sibling = bytesOf(path[siblings] ?? '');
      siblings += 1;
      const pair = nodeIndex % 2 === 0 ? [node, sibling] : [sibling, node];
      node = await hashBytes(join([Uint8Array.of(1), ...pair]));
    }
    nodeIndex >>= 1;
  }
  return siblings === path.length && index < size ? hexOf(node) : undefined;
};

const isCovered = async (event: ProvedEvent, { seals }: Proof): Promise<boolean> => {
  const { position, stream, revision, id, type, data, meta, recordedAt } = event;
  const seal = seals.find(({ number }) => number === event.seal?.number);
  if (event.seal === null || seal === undefined) return false;
  const leaf = frame(0x00, [position, stream, revision, id, type, data, meta, recordedAt]);
  return (await rootOf(await hashBytes(leaf), event.seal, seal.count)) === seal.root;
};

/** Returns the event after the first gap in a stream's revisions; only for streams of which the proof must have all events. */
const gapIn = ({ whole, events }: Proof): ProvedEvent | undefined =>
  whole
    .flatMap((stream) => {
      const ofStream = events.filter((event) => event.stream === stream);
      return ofStream.find(({ revision }, index) => revision !== index);
    })
    .find((gap) => gap !== undefined);

/** @returns the first unproved seal (`#number`) or event (its position) */
const findUnproved = async (proof: Proof): Promise<string | undefined> => {
  const linked = await findLinkedKeys(proof);
  for (const seal of proof.seals) if (!(await isSealValid(seal, linked))) return `#${seal.number}`;
  const gap = gapIn(proof);
  if (gap !== undefined) return gap.position;
  for (const event of proof.events) if (!(await isCovered(event, proof))) return event.position;
  return undefined;
};

/**
 * Verifies seals and events, beginning with the first key that the proof names and following its signed rotations. The user must
 * compare that first key, which is returned as `firstKeyId`, with the published one: a forger can lead from a key of their own to any
 * other.
 * @param shown ids of the events on the page
 */
export const verifyProof = async (
  proof: Proof,
  shown: readonly string[],
): Promise<ProofOutcome> => {
  if (globalThis.crypto?.subtle === undefined) return { kind: 'unsupported' };
  const unsealed = proof.events.filter(({ seal }) => seal === null).length;
  if (unsealed > 0) return { kind: 'not-sealed', events: unsealed };
  try {
    const place = await findUnproved(proof);
    if (place !== undefined) return { kind: 'unproved', place };
  } catch (error) {
    if (error instanceof DOMException) return { kind: 'unsupported' };
    throw error;
  }
  const proved = new Set(proof.events.map(({ id }) => id));
  const ids = shown.filter((id) => !proved.has(id));
  if (ids.length > 0) return { kind: 'not-covered', ids };
  return { kind: 'proved', events: proof.events.length, firstKeyId: firstKeyOf(proof) };
};
