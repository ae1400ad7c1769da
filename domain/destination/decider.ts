import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { DestinationCommand } from './commands.ts';
import type { DestinationDeclaredData, destinationEvents } from './events.ts';

export type DestinationEvent = EventOf<typeof destinationEvents>;

/** SUSPENDED: a payout to the destination came back, or the acquirer named another holder. */
export type DestinationStatus = 'WAITING' | 'APPROVED' | 'REFUSED' | 'SUSPENDED' | 'REMOVED';

export interface DeclaredDestination {
  readonly status: DestinationStatus;
  readonly declared: DestinationDeclaredData;
  /** Why payouts to it were last allowed; null = not since it was last declared. */
  readonly basis: 'OWN_DOCUMENT' | 'STAFF' | null;
  readonly approvedAt: Timestamp | null;
  /** It was suspended or refused, and staff have not approved it since. Declaring it again does not change this. */
  readonly needsStaff: boolean;
  /** The suspensions on record, by payout and cause (`suspensionOf`); each is recorded once. */
  readonly suspensions: ReadonlySet<string>;
  /** 0 = as first declared; one more with each event. */
  readonly revision: number;
}

export type Destination = { readonly status: 'ABSENT' } | DeclaredDestination;

type Declaring = Extract<DestinationCommand, { type: 'Declare' }>;

const declare = (
  destination: Destination,
  { declared, isOwnDocument, repeats }: Declaring,
): readonly DestinationEvent[] => {
  const { status } = destination;
  if (status === 'APPROVED') return [];
  // A repetition with the same holder changes nothing. Another holder replaces the declared one.
  if (status === 'WAITING' && destination.revision === repeats) return [];
  const { platformId, sellerId, at } = declared;
  const declaredAgain: DestinationEvent = { type: 'DestinationDeclared', data: declared };
  const needsStaff = status !== 'ABSENT' && destination.needsStaff;
  if (!isOwnDocument || needsStaff) return [declaredAgain];
  const basis = 'OWN_DOCUMENT';
  const approved = { platformId, sellerId, basis, approvedBy: null, at } as const;
  return [declaredAgain, { type: 'DestinationApproved', data: approved }];
};

const suspensionOf = ({
  withdrawalId,
  cause,
}: Pick<Extract<DestinationCommand, { type: 'Suspend' }>, 'withdrawalId' | 'cause'>): string =>
  `${withdrawalId} ${cause}`;

/** @throws Refused `destination/not-waiting`, `destination/changed` */
const requireReviewable = (
  { status, revision }: DeclaredDestination,
  { basedOn }: Extract<DestinationCommand, { type: 'Approve' | 'Refuse' }>,
): void => {
  if (status !== 'WAITING' && status !== 'SUSPENDED') throw new Refused('destination/not-waiting');
  if (basedOn !== revision) throw new Refused('destination/changed');
};

const decide = (
  command: DestinationCommand,
  destination: Destination,
): readonly DestinationEvent[] => {
  if (command.type === 'Declare') return declare(destination, command);
  if (destination.status === 'ABSENT') throw new Refused('destination/unknown');
  const { status, declared } = destination;
  const { platformId, sellerId } = declared;
  const about = { platformId, sellerId, at: command.now };
  switch (command.type) {
    case 'Approve': {
      requireReviewable(destination, command);
      const data = { ...about, basis: 'STAFF', approvedBy: command.by } as const;
      return [{ type: 'DestinationApproved', data }];
    }
    case 'Refuse': {
      requireReviewable(destination, command);
      const { by: refusedBy, reason } = command;
      return [{ type: 'DestinationRefused', data: { ...about, refusedBy, reason } }];
    }
    case 'Suspend': {
      // A policy may send the command again after staff have approved the key.
      if (destination.suspensions.has(suspensionOf(command))) return [];
      // Recorded even if the key was removed or refused meanwhile: staff must check it before another payout.
      const { withdrawalId, cause } = command;
      return [{ type: 'DestinationSuspended', data: { ...about, withdrawalId, cause } }];
    }
    case 'Remove':
      if (status === 'REMOVED') return [];
      return [{ type: 'DestinationRemoved', data: about }];
  }
};

const evolve = (destination: Destination, event: DestinationEvent): Destination => {
  const revision = destination.status === 'ABSENT' ? 0 : destination.revision + 1;
  if (event.type === 'DestinationDeclared')
    return {
      status: 'WAITING',
      declared: event.data,
      basis: null,
      approvedAt: null,
      needsStaff: destination.status !== 'ABSENT' && destination.needsStaff,
      suspensions: destination.status === 'ABSENT' ? new Set() : destination.suspensions,
      revision,
    };
  if (destination.status === 'ABSENT') return destination;
  switch (event.type) {
    case 'DestinationApproved': {
      const { basis, at: approvedAt } = event.data;
      const needsStaff = destination.needsStaff && basis !== 'STAFF';
      return { ...destination, status: 'APPROVED', basis, approvedAt, needsStaff, revision };
    }
    case 'DestinationRefused':
      return { ...destination, status: 'REFUSED', needsStaff: true, revision };
    case 'DestinationSuspended': {
      const status = destination.status === 'APPROVED' ? 'SUSPENDED' : destination.status;
      const suspensions = new Set(destination.suspensions).add(suspensionOf(event.data));
      return { ...destination, status, needsStaff: true, suspensions, revision };
    }
    case 'DestinationRemoved':
      return { ...destination, status: 'REMOVED', revision };
  }
};

/** Where a seller is paid (people.154): one stream for each key. */
export const destination: Decider<DestinationCommand, DestinationEvent, Destination> = {
  category: 'destination',
  initial: { status: 'ABSENT' },
  decide,
  evolve,
};

const HOUR_SECONDS = 3_600;

/**
 * Whether withdrawals to a destination wait for staff: it was approved less than `hours` ago, or never.
 * @param hours undefined = at this platform, none wait
 */
export const isNewDestination = (
  { approvedAt }: Pick<DeclaredDestination, 'approvedAt'>,
  hours: number | undefined,
  now: Timestamp,
): boolean =>
  hours !== undefined &&
  (approvedAt === null || now < addSeconds(approvedAt, hours * HOUR_SECONDS));
