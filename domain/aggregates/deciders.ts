import { account } from '#/domain/account/decider.ts';
import type { Decider } from './aggregate.ts';
import { destination } from '#/domain/destination/decider.ts';
import { mail } from '#/domain/mail/decider.ts';
import { mailbox } from '#/domain/mailbox/decider.ts';
import { payment } from '#/domain/payment/decider.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { refund } from '#/domain/refund/decider.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';

const addressable = {
  payment,
  account,
  refund,
  withdrawal,
  destination,
  receiver,
  mail,
  mailbox,
} as const;

export type Addressee = keyof typeof addressable;

/** All but the account: each of these has one stream for each id. An account has a stream for each month. */
export type Recipient = Exclude<Addressee, 'account'>;

type TypesOf<AnyDecider> =
  AnyDecider extends Decider<infer Command, infer Event, infer State>
    ? { readonly command: Command; readonly event: Event; readonly state: State }
    : never;

type Aggregates = { readonly [To in Addressee]: TypesOf<(typeof addressable)[To]> };

export type CommandTo<To extends Addressee> = Aggregates[To]['command'];
export type EventOfAggregate<To extends Addressee> = Aggregates[To]['event'];
export type StateOfAggregate<To extends Addressee> = Aggregates[To]['state'];

export type AddressedCommand<Some extends Addressee = Addressee> = {
  readonly [To in Some]: {
    readonly to: To;
    readonly id: string;
    readonly command: CommandTo<To>;
  };
}[Some];

export const deciders: {
  readonly [To in Addressee]: Decider<CommandTo<To>, EventOfAggregate<To>, StateOfAggregate<To>>;
} = addressable;
