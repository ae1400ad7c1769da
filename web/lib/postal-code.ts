import { isStateCode } from '#/domain/brazil/states.ts';
import type { StateCode } from '#/domain/brazil/states.ts';
import { withTimeout } from './rpc.ts';

export interface FoundAddress {
  readonly street: string;
  readonly district: string;
  readonly city: string;
  readonly state: StateCode;
}

/** viaCEP: 200 without `uf` for an unknown code. */
interface PostalCodeReply {
  readonly uf?: string;
  readonly logradouro?: string;
  readonly bairro?: string;
  readonly localidade?: string;
}

/** Null: the code does not exist (checkout.51). */
export const addressOf = (reply: PostalCodeReply): FoundAddress | null => {
  const { uf = '', logradouro = '', bairro = '', localidade = '' } = reply;
  return isStateCode(uf)
    ? { street: logradouro, district: bairro, city: localidade, state: uf }
    : null;
};

/** Short, because the checkout shows a new buyer the address fields only after the look-up. */
const TIMEOUT_MILLISECONDS = 4_000;

/** Null: not found. @throws ConnectionLost after a timeout or without network, else when the service fails */
export const findAddress = (digits: string, signal: AbortSignal): Promise<FoundAddress | null> =>
  withTimeout(
    async (limit) => {
      const response = await fetch(`/api/postal-code/${digits}`, { signal: limit });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`postal code service answered ${response.status}`);
      return addressOf(await response.json());
    },
    signal,
    TIMEOUT_MILLISECONDS,
  );
