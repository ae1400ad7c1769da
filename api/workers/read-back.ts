import { randomUUID } from 'node:crypto';
import type { Core } from '#/api/core.ts';
import { streamOf } from '#/domain/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { Addressed } from '#/domain/policies/policy.ts';
import {
  readBackPayment,
  readBackRefund,
  readBackWithdrawal,
} from '#/domain/policies/read-back.ts';
import { refund } from '#/domain/refund/decider.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { every, sideBySide } from './every.ts';

/** Something whose end is not known yet. */
export interface Open {
  readonly kind: 'payment' | 'refund' | 'withdrawal';
  readonly id: string;
  /** Nobody heard the provider's answer: ask soon. Else its notice will come, and asking is only the safety net. */
  readonly isUnanswered: boolean;
}

const SWEEP_MS = 1_000;
const SIDE_BY_SIDE = 8;
const FIRST_PAUSE_MS = { unanswered: 2_000, answered: 60_000 };
const LONGEST_PAUSE_MS = 15 * 60_000;

interface Patience {
  readonly dueAt: number;
  readonly pauseMs: number;
}

/**
 * The safety net under every unknown outcome: what is still open is asked about, first soon and then less and less often,
 * until the provider gives an answer that ends it. Nothing here guesses.
 */
export const startReadBack = (parts: {
  readonly core: Core;
  readonly open: () => Promise<readonly Open[]>;
  readonly onFailure: (error: unknown) => void;
}) => {
  const { core, open, onFailure } = parts;
  const { handler, ports, dispatch } = core;
  const patience = new Map<string, Patience>();

  const isDue = ({ kind, id, isUnanswered }: Open, nowMs: number): boolean => {
    const key = `${kind} ${id} ${isUnanswered}`;
    const known = patience.get(key);
    if (!known) {
      const pauseMs = FIRST_PAUSE_MS[isUnanswered ? 'unanswered' : 'answered'];
      patience.set(key, { dueAt: nowMs + pauseMs, pauseMs });
      return false;
    }
    if (known.dueAt > nowMs) return false;
    const pauseMs = Math.min(known.pauseMs * 2, LONGEST_PAUSE_MS);
    patience.set(key, { dueAt: nowMs + pauseMs, pauseMs });
    return true;
  };

  const asked = async (
    it: Open,
  ): Promise<{ readonly platform: string; readonly addressed: readonly Addressed[] }> => {
    const { kind, id } = it;
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
        const commands = await readBackRefund(id, state.requested, ports);
        const addressed = commands.map((command) => ({ to: kind, id, command }));
        return { platform: state.requested.platformId, addressed };
      }
      case 'withdrawal': {
        const { state } = await handler.load(withdrawal, stream);
        if (state.status === 'NONE') return nothing;
        const commands = await readBackWithdrawal(id, state.requested, ports);
        const addressed = commands.map((command) => ({ to: kind, id, command }));
        return { platform: state.requested.platformId, addressed };
      }
    }
  };

  const readBack = async (it: Open): Promise<void> => {
    const { platform, addressed } = await asked(it);
    const context = { platform, actor: 'system', correlation: it.id };
    await dispatch(
      addressed.map((one) => ({
        addressed: one,
        context: { ...context, commandId: randomUUID() },
      })),
    );
  };

  return every(
    SWEEP_MS,
    async () => {
      const all = await open();
      const nowMs = Date.now();
      const due = all.filter((it) => isDue(it, nowMs));
      const keys = new Set(all.map((it) => `${it.kind} ${it.id} ${it.isUnanswered}`));
      for (const key of patience.keys()) if (!keys.has(key)) patience.delete(key);
      await sideBySide(due, SIDE_BY_SIDE, (it) => readBack(it).catch(onFailure));
    },
    onFailure,
  );
};
