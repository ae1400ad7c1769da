import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { SIDES } from './deaths.ts';
import { MINUTE, SECOND, type Input } from '#/scripts/simulation/history/history.ts';
import { simulate } from './simulation.ts';
import type { Treatment } from './treatment.ts';

const purchase = {
  nth: 0,
  kind: 'buy',
  method: 'PIX',
  isTwice: false,
  isPaid: true,
} as const;

/** One history of each business flow, by its name. */
export const FLOWS = {
  purchase: [{ at: SECOND, ...purchase }],
  'purchase at two processes': [{ at: SECOND, ...purchase, isTwice: true }],
  refund: [
    { at: SECOND, ...purchase },
    { at: 5 * MINUTE, nth: 1, kind: 'refund', amount: 4_000 },
  ],
  boleto: [{ at: SECOND, ...purchase, nth: 2, method: 'BILLET' }],
  card: [{ at: SECOND, ...purchase, nth: 4, method: 'CREDIT_CARD' }],
  withdrawal: [{ at: SECOND, nth: 0, kind: 'withdraw', amount: 5_000 }],
  'registration of a receiver': [{ at: SECOND, nth: 0, kind: 'register', isTwice: false }],
  'registration that the acquirer can find': [
    { at: SECOND, nth: 0, kind: 'register', isTwice: true },
  ],
} as const satisfies Readonly<Record<string, readonly Input[]>>;

/** The death of one process. */
type DeathInput = Extract<Input, { readonly kind: 'die' }>;

/** No input of a flow has this number. */
const NTH = 1_000;

/** Returns every place to die from the beginning of a history to the last event that results from it. */
export const placesToDie = async (
  treatment: Treatment,
  history: readonly Input[],
  evidence: readonly ProviderCases<never>[],
): Promise<readonly DeathInput[]> => {
  const { calls } = await simulate(treatment, history, evidence);
  return [...calls].flatMap(([operation, times]) =>
    Array.from({ length: times }, (_, passed) => passed).flatMap((passed) =>
      SIDES.map((side) => ({ at: 0, nth: NTH, kind: 'die', operation, passed, side }) as const),
    ),
  );
};
