import type { Cents } from '#/domain/values/money.ts';
import type { PaymentMethod, PaymentStatus } from '#/domain/ports/charge.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { CaseIds, Role } from './steps.ts';
import { generateId, type RandomBytes } from './generate-id.ts';

export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
}

/** A simulated charge or payout, or something that belongs to one. */
export interface Resource {
  readonly kind: 'charge' | 'payout' | 'other';
  /** Ids of the cases → ids of the simulator. */
  readonly ids: Map<string, string>;
  readonly roles: Map<Role, string>;
  /** The requested amount, or another that a simulation paid. */
  amount: Cents;
  readonly paymentMethod: PaymentMethod | undefined;
  readonly webhookUrl: string | undefined;
  /** Unix milliseconds. */
  readonly createdAt: number;
  status: PaymentStatus | WithdrawStatus;
  /** Cents. */
  refunded: number;
  creationReply?: Reply;
}

/** The acquirer's id of a charge or payout; empty for other resources. */
export const mainIdOf = ({ roles }: Resource): string =>
  roles.get('transactionId') ?? roles.get('withdrawId') ?? '';

/** In memory only. */
export const createStore = (random: RandomBytes) => {
  const byId = new Map<string, Resource>();
  const all: Resource[] = [];
  const recordIds = (resource: Resource, caseText: string, text: string, ids: CaseIds): void => {
    resource.ids.set(caseText, text);
    for (const role of ids.get(caseText) ?? []) resource.roles.set(role, text);
    if (!byId.has(text) || resource.kind !== 'other') byId.set(text, resource);
  };
  return {
    all: all as readonly Resource[],
    add: (resource: Resource): Resource => {
      all.push(resource);
      return resource;
    },
    find: (id: string): Resource | undefined => byId.get(id),
    /** The simulator's id in place of an id of the cases; generated at its first use. */
    idFor: (resource: Resource, caseText: string, ids: CaseIds): string => {
      const role = ids.get(caseText)?.find((each) => resource.roles.has(each));
      const id = role === undefined ? resource.ids.get(caseText) : resource.roles.get(role);
      if (id !== undefined) return id;
      const newId = generateId(caseText, random);
      recordIds(resource, caseText, newId, ids);
      return newId;
    },
    recordIds,
  };
};

export type Store = ReturnType<typeof createStore>;
