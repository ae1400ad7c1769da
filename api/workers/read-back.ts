import pLimit from 'p-limit';
import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { payment } from '#/domain/payment/decider.ts';
import { readBackPayment, readBackWithdrawal } from '#/domain/workflows/read-back.ts';
import { askAboutRefund } from '#/domain/workflows/read-back-refund.ts';
import { readBackReceiver } from '#/domain/workflows/register-receiver.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { refund } from '#/domain/refund/decider.ts';
import { isSilence } from '#/domain/workflows/unresolved-charge.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { carryOut, type CommandsOfAnswer } from '#/ledger/carry-out.ts';
import type { DueRequests } from './due-requests.ts';
import { every } from './every.ts';

export type OpenRequest =
  | { readonly kind: 'payment' | 'refund' | 'withdrawal'; readonly id: string }
  | {
      readonly kind: 'registration';
      readonly id: string;
      readonly sellerId: string;
      readonly provider: string;
    };

const SWEEP_MS = 1_000;
/** Concurrent read-backs of one kind of request: so many that one slow acquirer is unlikely to occupy them all. */
const SIDE_BY_SIDE = 32;

interface ReadBack {
  readonly platform: string;
  readonly answer: CommandsOfAnswer;
  /** Absent = the commands show it (`isSilence`). */
  readonly isAnswered?: boolean;
}

/** Undefined if the request is not on record. */
const readBackOne = async (
  { handler, ports }: Pick<Core, 'handler' | 'ports'>,
  request: OpenRequest,
): Promise<ReadBack | undefined> => {
  const { kind, id } = request;
  switch (kind) {
    case 'payment': {
      const { state } = await handler.load(payment, streamOf(kind, id));
      if (state.status === 'NONE') return undefined;
      const commands = await readBackPayment(id, state, 'read-back', ports);
      return { platform: state.requested.platformId, answer: { to: kind, id, commands } };
    }
    case 'refund': {
      const { state } = await handler.load(refund, streamOf(kind, id));
      if (state.status === 'NONE') return undefined;
      const { isAnswered, commands } = await askAboutRefund(id, state, ports);
      const answer = { to: kind, id, commands } as const;
      return { platform: state.requested.platformId, answer, isAnswered };
    }
    case 'withdrawal': {
      const { state } = await handler.load(withdrawal, streamOf(kind, id));
      if (state.status === 'NONE') return undefined;
      const commands = await readBackWithdrawal(id, state, ports);
      return { platform: state.requested.platformId, answer: { to: kind, id, commands } };
    }
    case 'registration': {
      const { sellerId, provider } = request;
      const { state } = await handler.load(receiver, streamOf('receiver', sellerId));
      const registration = state.registrations[provider];
      if (registration?.requested.registrationId !== id) return undefined;
      const commands = await readBackReceiver(registration, ports);
      const platform = registration.requested.platformId;
      return { platform, answer: { to: 'receiver', id: sellerId, commands } };
    }
  }
};

interface Dependencies {
  readonly core: Pick<Core, 'handler' | 'ports' | 'now' | 'machine'>;
  readonly onFailure: (error: unknown) => void;
}

const readBackAll = (due: DueRequests<OpenRequest>, { core, onFailure }: Dependencies) => {
  const readBack = async (request: OpenRequest): Promise<boolean> => {
    const result = await readBackOne(core, request);
    if (!result) return false;
    const { platform, answer, isAnswered = !isSilence(answer.commands) } = result;
    const correlation = request.id;
    const cause = { platform, actor: 'system', correlation, commandId: core.machine.uuid };
    await carryOut(core.handler, answer, cause);
    return isAnswered;
  };

  const askAbout = async (request: OpenRequest): Promise<void> => {
    const isAnswered = await readBack(request).catch((error: unknown) => {
      onFailure(error);
      return false;
    });
    if (!isAnswered) due.rememberUnanswered(request.id, core.now());
  };

  const limited = pLimit(SIDE_BY_SIDE);
  const underWay = new Map<string, Promise<void>>();

  const begin = (request: OpenRequest): void => {
    const { id } = request;
    if (underWay.has(id)) return;
    const work = limited(() => askAbout(request)).finally(() => underWay.delete(id));
    underWay.set(id, work);
  };

  return {
    beginDue: async (now: Timestamp): Promise<void> => {
      // While requests wait for a place, no others are taken: these were due earlier.
      if (limited.pendingCount > 0) return;
      for (const request of await due.take(now)) begin(request);
    },
    finish: () => Promise.all(underWay.values()),
  };
};

/** Reads back each open request when it is due. Without an answer it stays open or is left to staff. */
export const startReadBack = (
  dependencies: Dependencies & {
    /** By kind of request, so that no kind waits for the read-backs of another. */
    readonly due: readonly DueRequests<OpenRequest>[];
  },
) => {
  const { core, due, onFailure } = dependencies;
  const kinds = due.map((each) => readBackAll(each, dependencies));
  const sweeps = every(
    { everyMs: SWEEP_MS, timers: core.machine },
    async () => {
      // With a clock that is a year ahead, all requests would be due.
      if (!core.ports.isClockTrue()) return;
      const now = core.now();
      await Promise.all(kinds.map(({ beginDue }) => beginDue(now).catch(onFailure)));
    },
    onFailure,
  );
  return {
    stop: async (): Promise<void> => {
      await sweeps.stop();
      await Promise.all(kinds.map(({ finish }) => finish()));
    },
  };
};
