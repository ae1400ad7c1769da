import { isStateCode } from '#/domain/brazil/states.ts';
import type { StateCode } from '#/domain/brazil/states.ts';
import { inTime } from '#/web/lib/rpc.ts';

export interface FoundAddress {
  readonly street: string;
  readonly district: string;
  readonly city: string;
  readonly state: StateCode;
}

/** A reply of a viaCEP-shaped service; it answers 200 without `uf` when there is no such code. */
interface PostalCodeReply {
  readonly uf?: string;
  readonly logradouro?: string;
  readonly bairro?: string;
  readonly localidade?: string;
}

/** Null = there is no such code (checkout.51). */
export const addressOf = (reply: PostalCodeReply): FoundAddress | null => {
  const { uf = '', logradouro = '', bairro = '', localidade = '' } = reply;
  return isStateCode(uf)
    ? { street: logradouro, district: bairro, city: localidade, state: uf }
    : null;
};

/** Whoever waits for it cannot write the address by hand yet. */
const PATIENCE_MILLISECONDS = 4_000;

/** @throws when the service cannot be asked, or not in time; null = not found */
export const findAddress = (digits: string, signal: AbortSignal): Promise<FoundAddress | null> =>
  inTime(
    async (limit) => {
      const response = await fetch(`/api/postal-code/${digits}`, { signal: limit });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`postal code service answered ${response.status}`);
      return addressOf(await response.json());
    },
    signal,
    PATIENCE_MILLISECONDS,
  );
