import type { Decider } from '#/domain/aggregates/aggregate.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { categoryOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import { listProvidersOfLost } from '#/domain/payment/reroute.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { refund } from '#/domain/refund/decider.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { openRegistrationStatuses } from '#/projections/receivers/receivers.ts';
import type { AwaitedAccount } from '#/projections/awaited-outcomes.ts';
import { decode } from '#/ledger/codec.ts';
import type { Recorded } from '#/ledger/event-store.ts';

const statesOf = <Command, Event extends DomainEvent, State>(
  events: readonly Recorded[],
  { category, initial, evolve }: Decider<Command, Event, State>,
): readonly State[] => {
  const ofCategory = events.filter(({ stream }) => categoryOf(stream) === category);
  return [...Map.groupBy(ofCategory, ({ stream }) => stream).values()].map((history) =>
    // Safe: this decider alone writes events to these streams.
    history.reduce((state, each) => evolve(state, decode(each) as DomainEvent as Event), initial),
  );
};

interface Place {
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
}

/** The acquirers, and our accounts there, that may have a charge of the payment, or have had its money. */
const listPlaces = ({
  provider,
  merchantAccount,
  requested,
  formerCharges,
  mismatches,
}: RequestedPayment): readonly Place[] => {
  const receipts = Object.values(mismatches).map(({ there }) => there);
  const lost = listProvidersOfLost(requested).map((each) => ({ provider: each }));
  return [{ provider, merchantAccount }, ...formerCharges, ...receipts, ...lost];
};

/**
 * Whether an outcome is awaited at an acquirer's account. The rule is that of the product's read model (`projections/awaited-outcomes.ts`),
 * except that what only waits for staff does not count.
 */
export const awaitsOutcomeAt = (
  events: readonly Recorded[],
  provider: string,
  { merchantAccount: account, isLast }: AwaitedAccount,
): boolean => {
  const isThere = (place: Place): boolean =>
    place.provider === provider &&
    (place.merchantAccount === undefined ? isLast : place.merchantAccount === account);
  return (
    statesOf(events, payment).some(
      (state) =>
        state.status === 'PENDING' && !state.wasLeftToStaff && listPlaces(state).some(isThere),
    ) ||
    statesOf(events, refund).some(
      (state) => state.status === 'PENDING' && isThere(state.requested),
    ) ||
    statesOf(events, withdrawal).some(
      (state) =>
        state.status === 'PENDING' && isThere({ ...state, provider: state.requested.provider }),
    ) ||
    statesOf(events, receiver).some(({ registrations }) => {
      const { status, attempt } = registrations[provider] ?? {};
      const isOpen = status !== undefined && openRegistrationStatuses.includes(status);
      return isOpen && isThere({ provider, merchantAccount: attempt?.merchantAccount });
    })
  );
};
