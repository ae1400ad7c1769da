import { kindOfDocument } from '#/domain/brazil/document.ts';

/** A person or a company as the BCB's pix-api writes one. */
export const bcbPerson = ({
  document,
  name,
}: {
  readonly document: string;
  readonly name: string;
}) =>
  kindOfDocument(document) === 'CPF'
    ? { cpf: document, nome: name }
    : { cnpj: document, nome: name };
