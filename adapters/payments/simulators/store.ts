import type { Cents } from '#/domain/money.ts';
import type { PaymentMethod, PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { CaseIds, Role } from './case-book.ts';
import { generateId } from './generate-id.ts';

export interface Answered {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
}

/** A charge or payout that a simulated provider stores, or something that belongs to one. */
export interface Kept {
  readonly kind: 'charge' | 'payout' | 'other';
  /** Ids of the cases → the simulator's own. */
  readonly ids: Map<string, string>;
  readonly roles: Map<Role, string>;
  readonly amount: Cents;
  readonly paymentMethod: PaymentMethod | undefined;
  readonly webhookUrl: string | undefined;
  readonly createdAt: number;
  status: PaymentStatus | WithdrawStatus;
  refunded: number;
  /** The reply to the request that created it. */
  answered?: Answered;
}

/** In memory only. */
export const createStore = () => {
  const byId = new Map<string, Kept>();
  const all: Kept[] = [];
  const recordIds = (kept: Kept, caseText: string, text: string, ids: CaseIds): void => {
    kept.ids.set(caseText, text);
    for (const role of ids.get(caseText) ?? []) kept.roles.set(role, text);
    if (!byId.has(text) || kept.kind !== 'other') byId.set(text, kept);
  };
  return {
    all: all as readonly Kept[],
    add: (kept: Kept): Kept => {
      all.push(kept);
      return kept;
    },
    find: (id: string): Kept | undefined => byId.get(id),
    /** Returns the simulator's id for an id of a case: the existing one, or a new one. */
    idFor: (kept: Kept, caseText: string, ids: CaseIds): string => {
      const role = ids.get(caseText)?.find((each) => kept.roles.has(each));
      const known = role === undefined ? kept.ids.get(caseText) : kept.roles.get(role);
      const text = known ?? generateId(caseText);
      if (known === undefined) recordIds(kept, caseText, text, ids);
      return text;
    },
    own: recordIds,
  };
};

export type Store = ReturnType<typeof createStore>;
