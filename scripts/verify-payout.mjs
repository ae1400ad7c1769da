#!/usr/bin/env node
// Works on any Node >= 20, without packages.
// The signature (Ed25519, RFC 8032) covers the statement, which is canonical JSON (RFC 8785) in UTF-8.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const help = `verify-payout — checks offline that a platform signed a payout.

Usage: node verify-payout.mjs <signature.json> --key <public key in hex> [--destination <destination.json>]

  <signature.json>   {"statement": "…", "keyId": "…", "signature": "…"}, as the receipt of a withdrawal gives it.
  --key              The platform's public key, from a place that you trust. Without it only the key that the file
                     names itself is checked, which proves nothing about who signed; the exit code is then 1.
  --destination      {"blinding": "…", "document": "…", "name": "…", "pixKey": "…", "pixType": "…"}: also checks that
                     the payout went there.

Exit: 0 when the platform signed it, 1 when not.`;

class Unproved extends Error {}

const require = (condition, sentence) => {
  if (!condition) throw new Unproved(sentence);
};

/** Writes a flat object of texts by RFC 8785. */
const canonical = (flat) => JSON.stringify(flat, Object.keys(flat).toSorted());

const isSignedBy = (keyId, text, signature) => {
  const x = Buffer.from(keyId, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
};

/** @returns what is proved; throws Unproved with what is not */
const check = ({ statement, keyId, signature }, key, destination) => {
  require([statement, keyId, signature].every(
    (part) => typeof part === 'string',
  ), 'The file is no signature of a payout.');
  require(/^[0-9a-f]{64}$/.test(key ?? keyId), 'The public key is 64 hexadecimal digits.');
  require(key === undefined ||
    key === keyId, `It is signed with ${keyId}, which is not the given key.`);
  require(isSignedBy(keyId, statement, signature), 'The signature does not fit the statement.');
  const {
    amount,
    approvers,
    at,
    currency,
    destination: commitment,
    platform,
    withdrawal,
  } = JSON.parse(statement);
  if (destination !== undefined) {
    const digest = createHash('sha256').update(canonical(destination)).digest('hex');
    require(digest === commitment, 'It was not signed for this destination.');
  }
  const to = destination === undefined ? '' : ' to the given destination';
  const by = approvers.length === 0 ? 'without an approval' : `approved by ${approvers.join(', ')}`;
  return `${platform} signed the payout ${withdrawal} of ${currency} ${(amount / 100).toFixed(2)}${to} at ${at}, ${by}.`;
};

const optionOf = (name, options) => {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options[at + 1];
};

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const main = () => {
  const [file, ...options] = process.argv.slice(2);
  if (file === undefined || file === '--help') {
    console.log(help);
    return file === '--help' ? 0 : 1;
  }
  try {
    const key = optionOf('--key', options)?.toLowerCase();
    const destination = optionOf('--destination', options);
    const destinationParts = destination === undefined ? undefined : readJson(destination);
    const sentence = check(readJson(file), key, destinationParts);
    if (key !== undefined) console.log(`Proved: ${sentence}`);
    else console.log(`Consistent, but the key is not proved: give --key. ${sentence}`);
    return key === undefined ? 1 : 0;
  } catch (error) {
    console.error(
      error instanceof Unproved
        ? `Not proved: ${error.message}`
        : `Not proved: a file is unreadable (${error.message}).`,
    );
    return 1;
  }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main();
