import type { DocumentType } from '#/domain/brazil/document.ts';

/** Verification files (people.56). Free of zod: browsers load this file. */
export const receiverFileKinds = [
  'photoDocument',
  'photoPersonWithDocument',
  'photoDocumentSocialContract',
  'addressProof',
  'balanceSheet',
] as const;

export type ReceiverFileKind = (typeof receiverFileKinds)[number];

/** Only a company has articles of association (contrato social, people.56). */
export const checklistOf = (documentType: DocumentType): readonly ReceiverFileKind[] =>
  receiverFileKinds.filter(
    (kind) => documentType === 'CNPJ' || kind !== 'photoDocumentSocialContract',
  );

export const receiverContentTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;

export type ReceiverContentType = (typeof receiverContentTypes)[number];

export const RECEIVER_FILE_BYTES_MAX = 10_000_000;

const SIGNATURES: Readonly<Record<ReceiverContentType, readonly number[]>> = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
};

/** Whether the bytes begin with the type's signature, whatever the sender declared. */
export const beginsAs = (bytes: Uint8Array, contentType: ReceiverContentType): boolean =>
  SIGNATURES[contentType].every((byte, index) => bytes[index] === byte);

/** The person's own file name is not stored. */
export const receiverFileKey = (sellerId: string, fileId: string): string =>
  `receivers/${sellerId}/${fileId}`;

export const receiverFileName = (kind: ReceiverFileKind, type: ReceiverContentType): string =>
  `${kind}.${type.slice(type.indexOf('/') + 1)}`;
