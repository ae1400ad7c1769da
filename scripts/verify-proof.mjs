#!/usr/bin/env node
// Works on any Node >= 20, without packages.
// What is hashed for an event, or signed for a seal: a tag byte, then each field as UTF-8 after its length in four big-endian bytes.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const help = `verify-proof — checks offline that a payment is recorded as a seal says.

Usage: node verify-proof.mjs <proof.ndjson> --key <public key in hex>

The public key is the first one of the seals, as npm run seals prints it; each later one is signed by the key before it.
Without --key the bundle is only checked against the key it names itself, which proves nothing about who sealed it; the
exit code is then 1.

Exit: 0 when every event is proved, 1 when not.`;

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();

const framed = (tag, fields) =>
  Buffer.concat([
    Buffer.of(tag),
    ...fields.flatMap((field) => {
      const bytes = Buffer.from(String(field), 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  ]);

class Unproved extends Error {}

const require = (condition, sentence) => {
  if (!condition) throw new Unproved(sentence);
};

const isSignedBy = (keyId, bytes, signature) => {
  const x = Buffer.from(keyId, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, bytes, key, Buffer.from(signature, 'hex'));
};

/** The first key, and each later one to which a signed change leads: each change is signed by the key before it. */
const trustedKeys = (first, rotations) => {
  const trusted = new Set([first]);
  for (const { number, previous, at, keyId, nextKeyId, signature } of rotations) {
    if (!trusted.has(keyId)) continue;
    const bytes = framed(0x04, [number, previous, at, keyId, nextKeyId]);
    require(isSignedBy(
      keyId,
      bytes,
      signature,
    ), `The change of key ${number} is not signed by the key before it.`);
    trusted.add(nextKeyId);
  }
  return trusted;
};

const checkSeal = (seal, trusted) => {
  const { number, previous, from, to, count, root, at, keyId, signature } = seal;
  require(trusted.has(
    keyId,
  ), `Seal ${number} is signed with ${keyId}, to which the given key does not lead.`);
  const bytes = framed(0x03, [number, previous, from, to, count, root, at, keyId]);
  require(isSignedBy(
    keyId,
    bytes,
    signature,
  ), `The signature of seal ${number} does not fit what it says.`);
};

/** The root by a leaf and its path (RFC 6962 §2.1.1). */
const rootOf = (leaf, index, size, path) => {
  let [node, place, used] = [leaf, index, 0];
  for (let width = size; width > 1; width = Math.ceil(width / 2)) {
    if ((place ^ 1) < width) {
      const sibling = Buffer.from(path[used] ?? '', 'hex');
      used += 1;
      node =
        place % 2 === 0 ? sha256(Buffer.of(1), node, sibling) : sha256(Buffer.of(1), sibling, node);
    }
    place >>= 1;
  }
  return used === path.length && index >= 0 && index < size ? node.toString('hex') : undefined;
};

const checkEvent = (event, revision, stream, seals) => {
  const { position, id, type, data, meta, recordedAt } = event;
  const name = `${type} at ${position}`;
  require(event.stream === stream, `${name} belongs to ${event.stream}.`);
  require(event.revision === revision, `Revision ${revision} of ${stream} is missing.`);
  const { v, hash } = JSON.parse(meta);
  const content = sha256(framed(0x00, [id, stream, type, v, data])).toString('hex');
  require(content ===
    hash, `${name} was altered: its content does not have the hash it was written with.`);
  require(event.seal !== null, `${name} is not sealed yet.`);
  const seal = seals.get(event.seal.number);
  require(seal !== undefined, `Seal ${event.seal.number}, which covers ${name}, is missing.`);
  const leaf = sha256(framed(0x00, [position, stream, revision, id, type, data, meta, recordedAt]));
  const root = rootOf(leaf, event.seal.index, seal.count, event.seal.path);
  require(root === seal.root, `${name} is not what seal ${seal.number} covers.`);
};

/** @returns what is proved; throws Unproved with what is not */
const check = (text, key) => {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const of = (kind) => lines.filter((line) => line.kind === kind);
  const [proof] = of('proof');
  require(proof?.version === 1, 'This is no proof bundle of version 1.');
  const [events, seals] = [of('event'), new Map(of('seal').map((seal) => [seal.number, seal]))];
  require(events.length > 0 && events.length === proof.events, 'Events of the bundle are missing.');
  const first = key ?? of('rotation')[0]?.keyId ?? of('seal')[0]?.keyId ?? '';
  require(/^[0-9a-f]{64}$/.test(first), 'The public key is 64 hexadecimal digits.');
  const trusted = trustedKeys(first, of('rotation'));
  for (const seal of seals.values()) checkSeal(seal, trusted);
  events.forEach((event, revision) => checkEvent(event, revision, proof.stream, seals));
  const last = [...seals.values()].at(-1);
  return `${events.length} events of ${proof.stream} are recorded as sealed, the last by seal ${last?.number} of ${last?.at}.`;
};

const main = () => {
  const [file, flag, key] = process.argv.slice(2);
  if (file === undefined || file === '--help' || (flag !== undefined && flag !== '--key')) {
    console.log(help);
    return file === '--help' ? 0 : 1;
  }
  try {
    const sentence = check(readFileSync(file, 'utf8'), key?.toLowerCase());
    console.log(
      key === undefined
        ? `Consistent, but not proved by a key: give --key. ${sentence}`
        : `Proved: ${sentence}`,
    );
    return key === undefined ? 1 : 0;
  } catch (error) {
    console.error(
      error instanceof Unproved
        ? `Not proved: ${error.message}`
        : `Not proved: ${file} is unreadable (${error.message}).`,
    );
    return 1;
  }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main();
