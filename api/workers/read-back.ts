import { randomUUID } from 'node:crypto';
import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { Addressed } from '#/domain/policies/policy.ts';
import {
  readBackPayment,
  readBackRefund,
  readBackWithdrawal,
} from '#/domain/workflows/read-back.ts';
import { refund } from '#/domain/refund/decider.ts';
import type { Timestamp } from '#/domain/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { every, sideBySide } from './every.ts';

/** An errand whose end is not known yet. */
export interface Open {
  readonly kind: 'refund' | 'withdrawal';
  readonly id: string;
  /** Nobody heard the provider's answer: ask soon. Else its notice will come, and asking is only the safety net. */
  readonly isUnanswered: boolean;
}

/** Who is asked about. */
type Asked = Pick<Open, 'id'> & { readonly kind: Open['kind'] | 'payment' };

const SWEEP_MS = 1_000;
const SIDE_BY_SIDE = 8;
const FIRST_PAUSE_MS = { unanswered: 2_000, answered: 60_000 };
const LONGEST_PAUSE_MS = 15 * 60_000;

const keyOf = ({ kind, id, isUnanswered }: Open): string => `${kind} ${id} ${isUnanswered}`;

/** Who is due to be asked about again: first soon, then less and less often. */
const createPatience = () => {
  const waiting = new Map<string, { readonly dueAt: number; readonly pauseMs: number }>();
  const wait = (key: string, nowMs: number, pauseMs: number) =>
    waiting.set(key, { dueAt: nowMs + pauseMs, pauseMs });

  const isDue = (it: Open, nowMs: number): boolean => {
    const key = keyOf(it);
    const known = waiting.get(key);
    if (!known) wait(key, nowMs, FIRST_PAUSE_MS[it.isUnanswered ? 'unanswered' : 'answered']);
    if (!known || known.dueAt > nowMs) return false;
    wait(key, nowMs, Math.min(known.pauseMs * 2, LONGEST_PAUSE_MS));
    return true;
  };

  /** Those of all that are open that are due; the others that were waited for have come to their end. */
  return (all: readonly Open[], nowMs: number): readonly Open[] => {
    const open = new Set(all.map(keyOf));
    for (const key of waiting.keys()) if (!open.has(key)) waiting.delete(key);
    return all.filter((it) => isDue(it, nowMs));
  };
};

/** What asking leads to; nothing while the provider does not answer. */
const asked = async (
  { handler, ports }: Core,
  { kind, id }: Asked,
): Promise<{ readonly platform: string; readonly addressed: readonly Addressed[] }> => {
  const stream = streamOf(kind, id);
  const nothing = { platform: '', addressed: [] };
  switch (kind) {
    case 'payment': {
      const { state } = await handler.load(payment, stream);
      if (state.status === 'NONE') return nothing;
      const commands = await readBackPayment(id, state, `read-back-${randomUUID()}`, ports);
      const addressed = commands.map((command) => ({ to: kind, id, command }));
      return { platform: state.requested.platformId, addressed };
    }
    case 'refund': {
      const { state } = await handler.load(refund, stream);
      if (state.status === 'NONE') return nothing;
      const commands = await readBackRefund(id, state, ports);
      const addressed = commands.map((command) => ({ to: kind, id, command }));
      return { platform: state.requested.platformId, addressed };
    }
    case 'withdrawal': {
      const { state } = await handler.load(withdrawal, stream);
      if (state.status === 'NONE') return nothing;
      const commands = await readBackWithdrawal(id, state, ports);
      const addressed = commands.map((command) => ({ to: kind, id, command }));
      return { platform: state.requested.platformId, addressed };
    }
  }
};

/**
 * The safety net under every unknown outcome: what is still open is asked about until the provider gives an answer that
 * ends it. Nothing here guesses.
 */
export const startReadBack = (parts: {
  readonly core: Core;
  readonly open: () => Promise<readonly Open[]>;
  /** Ids of payments that are due now. */
  readonly paymentsDue: (now: Timestamp) => Promise<readonly string[]>;
  readonly onFailure: (error: unknown) => void;
}) => {
  const { core, open, paymentsDue, onFailure } = parts;
  const due = createPatience();

  const readBack = async (it: Asked): Promise<void> => {
    const { platform, addressed } = await asked(core, it);
    const context = { platform, actor: 'system', correlation: it.id };
    await core.dispatch(
      addressed.map((one) => ({
        addressed: one,
        context: { ...context, commandId: randomUUID() },
      })),
    );
  };

  return every(
    SWEEP_MS,
    async () => {
      const payments = await paymentsDue(core.now());
      const chosen: readonly Asked[] = [
        ...payments.map((id) => ({ kind: 'payment', id }) as const),
        ...due(await open(), Date.now()),
      ];
      await sideBySide(chosen, SIDE_BY_SIDE, (it) => readBack(it).catch(onFailure));
    },
    onFailure,
  );
};
