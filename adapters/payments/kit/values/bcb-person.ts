/** A person or a company as the BCB's pix-api writes one. */
export const bcbPerson = ({
  document,
  name,
}: {
  readonly document: string;
  readonly name: string;
}) => (document.length === 11 ? { cpf: document, nome: name } : { cnpj: document, nome: name });
