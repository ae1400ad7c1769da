import { createDueRequests, type Place } from '#/api/workers/due-requests.ts';
import type { References } from '#/api/webhooks/references.ts';
import type { Outstanding } from '#/api/workers/read-back.ts';
import type { MoneyDue } from '#/api/workers/money-work.ts';
import { account } from '#/domain/account/decider.ts';
import type { Decider } from '#/domain/decider.ts';
import type { DomainEvent } from '#/domain/events.ts';
import { categoryOf, idOf } from '#/domain/ids.ts';
import { waitsSince, type Investigation } from '#/domain/investigation/investigation.ts';
import { payment } from '#/domain/payment/decider.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { refund } from '#/domain/refund/decider.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import type { Awaited } from '#/domain/workflows/next-read-back.ts';
import { openRegistrationStatuses } from '#/projections/receivers.ts';
import { decode } from '#/ledger/codec.ts';
import { PLATFORM } from '#/scripts/simulation/history/catalogue.ts';
import type { SimulatedLog } from '#/scripts/simulation/log/log.ts';

type Open = Awaited & Place & Outstanding;

/** Folds the streams of one kind as they grow. */
const createFold = <Command, Event extends DomainEvent, State>(
  log: SimulatedLog,
  { category, initial, evolve }: Decider<Command, Event, State>,
) => {
  const states = new Map<string, State>();
  let seen = 0;
  let { copy } = log;
  return (): ReadonlyMap<string, State> => {
    if (copy !== log.copy) {
      // What was seen may be lost.
      states.clear();
      [seen, copy] = [0, log.copy];
    }
    for (; seen < log.events.length; seen += 1) {
      const recorded = log.events[seen];
      if (recorded === undefined || categoryOf(recorded.stream) !== category) continue;
      const id = idOf(recorded.stream);
      // The stream's decider wrote its events.
      const event = decode(recorded) as DomainEvent as Event;
      states.set(id, evolve(states.get(id) ?? initial, event));
    }
    return states;
  };
};

const orderOf = ({ requestedAt, id }: Place): string => `${requestedAt} ${id}`;

const dueAmong = (open: () => readonly Open[]) =>
  createDueRequests<Open>({
    after: async (place, limit) =>
      open()
        .filter((each) => orderOf(each) > orderOf(place))
        .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
        .slice(0, limit),
  });

const isOpen = (
  status: string,
  { investigation }: { readonly investigation: Investigation },
): boolean => status !== 'SETTLED' && status !== 'FAILED' && waitsSince(investigation) === null;

const openAmong = (log: SimulatedLog): readonly (() => readonly Open[])[] => {
  const payments = createFold(log, payment);
  const refunds = createFold(log, refund);
  const withdrawals = createFold(log, withdrawal);
  const openPayments = (): readonly Open[] =>
    [...payments()].flatMap(([id, state]) => {
      if (state.status !== 'PENDING' || state.isUnresolved) return [];
      const { submission, requested, expiresAt } = state;
      const { method, at: requestedAt } = requested;
      return [{ kind: 'payment', id, method, submission, requestedAt, expiresAt } as const];
    });
  const openRefunds = (): readonly Open[] =>
    [...refunds()].flatMap(([id, state]) => {
      if (state.status === 'NONE' || !isOpen(state.status, state)) return [];
      const { at: requestedAt } = state.requested;
      const submission = 'UNANSWERED';
      return [{ kind: 'refund', id, method: 'REFUND', submission, requestedAt } as const];
    });
  const openWithdrawals = (): readonly Open[] =>
    [...withdrawals()].flatMap(([id, state]) => {
      if (state.status === 'NONE' || !isOpen(state.status, state)) return [];
      const { at: requestedAt } = state.requested;
      const submission = state.providerWithdrawId === null ? 'UNANSWERED' : 'ANSWERED';
      return [{ kind: 'withdrawal', id, method: 'WITHDRAWAL', submission, requestedAt } as const];
    });
  const receivers = createFold(log, receiver);
  const openRegistrations = (): readonly Open[] =>
    [...receivers()].flatMap(([sellerId, { registrations }]) =>
      Object.entries(registrations).flatMap(([provider, { requested, status }]) => {
        if (!openRegistrationStatuses.includes(status)) return [];
        const { registrationId: id, at: requestedAt } = requested;
        const submission = status === 'PENDING' ? 'ANSWERED' : 'UNANSWERED';
        const of = { id, sellerId, provider, requestedAt, submission } as const;
        return [{ kind: 'registration', method: 'REGISTRATION', ...of } as const];
      }),
    );
  return [openPayments, openRefunds, openWithdrawals, openRegistrations];
};

/** Accounts with money that is to become available on a day or before it. */
const accountsDue = (log: SimulatedLog): MoneyDue['accounts'] => {
  const accounts = createFold(log, account);
  return async (through) =>
    [...accounts()].flatMap(([id, state]) => {
      const isDue =
        state.status === 'OPEN' &&
        [...state.pending.keys()].some((releaseOn) => releaseOn <= through);
      return isDue ? [{ platformId: PLATFORM, sellerId: id.split('.')[0] ?? '' }] : [];
    });
};

/** What is open in a log, with the schedule by which the product asks for it, and what is due. */
export const dueOf = (log: SimulatedLog): MoneyDue => ({
  requests: openAmong(log).map(dueAmong),
  accounts: accountsDue(log),
});

/** Which charges and payouts at an account are ours. */
export const referencesIn = (log: SimulatedLog): References => {
  const payments = createFold(log, payment);
  const withdrawals = createFold(log, withdrawal);
  return {
    paymentsOf: async ({ provider }, transactionIds) =>
      new Map(
        [...payments()].flatMap(([paymentId, state]) => {
          if (state.status === 'NONE' || state.provider !== provider) return [];
          const { transactionId } = state;
          const isAsked = transactionId !== null && transactionIds.includes(transactionId);
          return isAsked ? [[transactionId, paymentId] as const] : [];
        }),
      ),
    withdrawalsAmong: async ({ provider }, withdrawalIds) =>
      new Set(
        [...withdrawals()].flatMap(([id, state]) => {
          const isIts = state.status !== 'NONE' && state.requested.provider === provider;
          return isIts && withdrawalIds.includes(id) ? [id] : [];
        }),
      ),
  };
};
