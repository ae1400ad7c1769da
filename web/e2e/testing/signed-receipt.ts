import { createPublicKey, verify } from 'node:crypto';
import type { Page } from 'playwright-core';

/** What precedes the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const KEY_PREFIX = '302a300506032b6570032100';

/** @param keyId the public key, in hexadecimal @param signature in hexadecimal */
export const isSigned = (statement: string, keyId: string, signature: string): boolean => {
  const der = Buffer.from(`${KEY_PREFIX}${keyId}`, 'hex');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(statement, 'utf8'), key, Buffer.from(signature, 'hex'));
};

/** Reads the signed statement from a receipt's page. */
export const signedPart = async (page: Page) => {
  const part = (name: string): Promise<string> =>
    page
      .locator('dl > div', { has: page.getByText(name, { exact: true }) })
      .locator('dd .font-mono')
      .innerText();
  return {
    statement: await part('Declaração assinada'),
    keyId: await part('Chave pública (Ed25519, hexadecimal)'),
    signature: await part('Assinatura (hexadecimal)'),
  };
};
