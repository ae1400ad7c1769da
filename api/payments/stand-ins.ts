import { syntheticCpf } from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';

/** What the hidden fields of an English page hold (checkout.42). */
export interface StandIns {
  /** Digits. */
  readonly cpf: string;
  /** Digits. */
  readonly phone: string;
}

/**
 * The stand-ins of one offer. Whoever sends them back gave neither document nor phone. The number is keyed, so that nobody
 * outside can compute it, and no buyer's own document is taken for it.
 */
export const standInsOf = (
  { secretName }: Pick<Ports, 'secretName'>,
  offerId: string,
): StandIns => ({
  cpf: syntheticCpf(secretName(`stand-in ${offerId}`)),
  phone: SYNTHETIC_PHONE,
});
