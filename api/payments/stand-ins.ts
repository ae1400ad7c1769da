import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';

/** Placeholder values in the hidden fields of an English page (checkout.42). */
export interface StandIns {
  /** Digits. */
  readonly cpf: string;
  /** Digits. */
  readonly phone: string;
}

/** Placeholders count as no document and no phone. The CPF is derived from our secret, so that others cannot compute it. */
export const standInsOf = (
  { secretName }: Pick<Ports, 'secretName'>,
  offerId: string,
): StandIns => ({
  cpf: syntheticCpf(secretName(`stand-in ${offerId}`)),
  phone: SYNTHETIC_PHONE,
});
