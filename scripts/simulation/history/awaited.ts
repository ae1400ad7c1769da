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
import { decode } from '#/ledger/codec.ts';
import type { Recorded } from '#/ledger/event-store.ts';

const statesOf = <Command, Event extends DomainEvent, State>(
  events: readonly Recorded[],
  { category, initial, evolve }: Decider<Command, Event, State>,
): readonly State[] => {
  const its = events.filter(({ stream }) => categoryOf(stream) === category);
  return [...Map.groupBy(its, ({ stream }) => stream).values()].map((history) =>
    // Safe: this decider alone writes events to these streams.
    history.reduce((state, each) => evolve(state, decode(each) as DomainEvent as Event), initial),
  );
};

/** The acquirers that may have a charge of the payment, or have had its money. */
const listPlaces = ({
  provider,
  requested,
  formerCharges,
  mismatches,
}: RequestedPayment): readonly string[] => {
  const receipts = Object.values(mismatches).map(({ there }) => there);
  const known = [...formerCharges, ...receipts].map((each) => each.provider);
  return [provider, ...known, ...listProvidersOfLost(requested)];
};

/** The rule is that of the product's read model (`projections/awaited-outcomes.ts`), except for what only waits for staff. */
export const awaitsOutcomeAt = (events: readonly Recorded[], provider: string): boolean =>
  statesOf(events, payment).some(
    (state) =>
      state.status === 'PENDING' && !state.wasLeftToStaff && listPlaces(state).includes(provider),
  ) ||
  [...statesOf(events, refund), ...statesOf(events, withdrawal)].some(
    (state) => state.status === 'PENDING' && state.requested.provider === provider,
  ) ||
  statesOf(events, receiver).some(({ registrations }) => {
    const status = registrations[provider]?.status;
    return status !== undefined && openRegistrationStatuses.includes(status);
  });
