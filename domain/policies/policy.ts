import type { AccountCommand } from '#/domain/account/commands.ts';
import type { DestinationCommand } from '#/domain/destination/commands.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { DomainEvent, EventNamed, EventType } from '#/domain/events.ts';
import type { MailCommand } from '#/domain/mail/commands.ts';
import type { MailboxCommand } from '#/domain/mailbox/commands.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { ReceiverCommand } from '#/domain/receiver/commands.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';

/** A command, and the aggregate to which it is sent. */
export type AddressedCommand =
  | { readonly to: 'payment'; readonly id: string; readonly command: PaymentCommand }
  | { readonly to: 'account'; readonly id: string; readonly command: AccountCommand }
  | { readonly to: 'refund'; readonly id: string; readonly command: RefundCommand }
  | { readonly to: 'withdrawal'; readonly id: string; readonly command: WithdrawalCommand }
  | { readonly to: 'destination'; readonly id: string; readonly command: DestinationCommand }
  | { readonly to: 'receiver'; readonly id: string; readonly command: ReceiverCommand }
  | { readonly to: 'mail'; readonly id: string; readonly command: MailCommand }
  | { readonly to: 'mailbox'; readonly id: string; readonly command: MailboxCommand };

/** The identity of an event, and its place in the log. */
interface Place {
  /** The event's own id, a UUID. */
  readonly id: string;
  /** Id of the event's aggregate. */
  readonly aggregateId: string;
  /** The event's position in the log; later positions sort after it. */
  readonly position: string;
}

export type PlacedEvent<Type extends EventType> = EventNamed<Type> & Place;

/** Any event, with its place in the log. */
export type AnyPlacedEvent = DomainEvent & Place;

/** When a policy runs. */
export interface Moment {
  readonly now: Timestamp;
  /** The epoch of the log. */
  readonly epoch: Epoch;
}

/**
 * A pure reaction to events: returns the commands that follow. It may run again for the same event, so every command that it returns must
 * change nothing the second time.
 */
export interface Policy {
  readonly name: string;
  readonly react: (event: AnyPlacedEvent, at: Moment) => readonly AddressedCommand[];
}

export const definePolicy = (
  name: string,
  on: {
    readonly [Type in EventType]?: (
      event: PlacedEvent<Type>,
      at: Moment,
    ) => readonly AddressedCommand[];
  },
): Policy => ({
  name,
  // The handler is looked up by the event's own type, so the cast is safe.
  react: (event, at) => on[event.type]?.(event as never, at) ?? [],
});
