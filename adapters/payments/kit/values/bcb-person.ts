import { kindOfDocument } from '#/domain/brazil/document.ts';

/** As the BCB's pix-api writes a person or company. */
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
