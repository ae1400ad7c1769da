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

/**
 * A purchase with these placeholders counts as one without document and phone. The CPF needs a
 * secret, so that outsiders cannot compute it.
 */
export const standInsOf = (
  { secretName }: Pick<Ports, 'secretName'>,
  offerId: string,
): StandIns => ({
  cpf: syntheticCpf(secretName(`stand-in ${offerId}`)),
  phone: SYNTHETIC_PHONE,
});
