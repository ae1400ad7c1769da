import { documentType, normaliseDocument } from '#/domain/brazil/document.ts';

/** A CPF or CNPJ of which some characters may be masked. */
const DOCUMENT = /^(?:[\d*]{11}|[\dA-Z*]{12}[\d*]{2})$/;

/** Banks mask a document by asterisks or by an X. */
const normaliseMasked = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^\dA-Z*]/g, '')
    .replaceAll(/X(?=[X*])|(?<=[X*])X/g, '*');

/**
 * Whether two documents surely belong to different people. Digits that the acquirer masks (`*`) are not compared.
 * @param stated the document of the account's holder, as the acquirer states it
 * @param declared the document of the destination's holder
 */
export const isOtherHolder = (stated: string, declared: string): boolean => {
  const [masked, full] = [normaliseMasked(stated), normaliseDocument(declared)];
  if (!DOCUMENT.test(masked)) return false;
  if (!masked.includes('*') && documentType(masked) === undefined) return false;
  if (masked.length !== full.length) return true;
  return masked.split('').some((letter, index) => letter !== '*' && letter !== full[index]);
};
