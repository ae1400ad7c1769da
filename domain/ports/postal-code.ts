/** An address as the public postal-code service returns it for a CEP (checkout.50). */
export interface PostalAddress {
  /** State code. */
  readonly uf: string;
  /** Street. */
  readonly logradouro: string;
  /** District. */
  readonly bairro: string;
  /** City. */
  readonly localidade: string;
}

/** Undefined = there is no such CEP. Rejects when the service does not answer. */
export type FindPostalAddress = (cep: string) => Promise<PostalAddress | undefined>;
