import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { explanationPart } from '#/domain/privacy/personal-text.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { MailCommand } from './commands.ts';
import type { MailAttemptedData, mailEvents, MailRequestedData } from './events.ts';

export type MailEvent = EventOf<typeof mailEvents>;

export interface RequestedMail {
  readonly status: 'WAITING' | 'ACCEPTED' | 'FAILED' | 'BOUNCED' | 'WITHHELD';
  readonly requested: MailRequestedData;
  readonly attempt: MailAttemptedData | null;
  /** All mailboxes to which the mail was sent: a person's e-mail may change between two attempts. */
  readonly mailboxes: ReadonlySet<string>;
  /** The mail server neither took nor refused the mail at the last attempt. */
  readonly isDeferred: boolean;
  /** The earliest time of the next attempt. While an attempt is made, the time at which it is over (`isOverAt`). */
  readonly nextAt: Timestamp;
}

export type Mail = { readonly status: 'NONE' } | RequestedMail;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long an attempt may take, including the mail server's answer. */
const SEND_SECONDS = 60;
/** An attempt is over this long after its deadline: the clocks of two processes may differ. */
const SETTLE_SECONDS = 30;

/** When an attempt is over, even if the process that began it froze. */
export const isOverAt = ({ deadline }: Pick<MailAttemptedData, 'deadline'>): Timestamp =>
  addSeconds(deadline, SETTLE_SECONDS);

export const computeSendDeadline = (now: Timestamp): Timestamp => addSeconds(now, SEND_SECONDS);

/** Pauses after the attempts, in seconds: 23 hours and 21 minutes together. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 6 * HOUR, 12 * HOUR];
/** How long a mail is of use: all pauses, and the attempts. */
const USEFUL_SECONDS = 25 * HOUR;

/** After a long outage, the reader would take an old warning for a new one. */
export const isTooOld = ({ at }: Pick<MailRequestedData, 'at'>, now: Timestamp): boolean =>
  now > addSeconds(at, USEFUL_SECONDS);

type SendingCommand = Exclude<MailCommand, { readonly type: 'RequestMail' | 'RecordBounced' }>;
type Bounce = Extract<MailCommand, { readonly type: 'RecordBounced' }>;

const decideSending = (state: RequestedMail, command: SendingCommand): readonly MailEvent[] => {
  if (state.status !== 'WAITING') return [];
  const { attempt } = state;
  const { now: at } = command;
  if (command.type === 'Withhold')
    return [{ type: 'MailWithheld', data: { cause: command.cause, at } }];
  const { attemptId } = command;
  if (command.type === 'BeginSending') {
    if ((attempt?.attemptId ?? null) !== command.after || at < state.nextAt) return [];
    const ordinal = (attempt?.ordinal ?? 0) + 1;
    const { mailbox } = command;
    const deadline = computeSendDeadline(at);
    return [{ type: 'MailAttempted', data: { attemptId, ordinal, mailbox, deadline, at } }];
  }
  // A process that froze may report late, after another attempt has begun.
  if (attempt?.attemptId !== attemptId) return [];
  if (command.type === 'RecordAccepted') return [{ type: 'MailAccepted', data: { attemptId, at } }];
  const { cause, text } = command;
  const data = { attemptId, cause, ...explanationPart(text), at };
  const pause = PAUSES[attempt.ordinal - 1];
  if (command.type === 'RecordRefused' || pause === undefined) {
    const status = command.type === 'RecordRefused' ? command.status : null;
    const { mailbox } = attempt;
    return [
      {
        type: 'MailFailed',
        data: { ...data, ...(mailbox && { mailbox }), ...(status && { status }) },
      },
    ];
  }
  if (state.isDeferred) return [];
  return [{ type: 'MailDeferred', data: { ...data, nextAt: addSeconds(at, pause) } }];
};

/** A bounce may come before we know that the mail server took the mail. A bounce of an earlier mailbox is ignored. */
const decideBounce = (
  { status: stage, attempt, requested: { at: requestedAt } }: RequestedMail,
  { status, mailbox, text, now: at }: Bounce,
): readonly MailEvent[] => {
  if (attempt === null || (stage !== 'WAITING' && stage !== 'ACCEPTED')) return [];
  if (mailbox !== null && mailbox !== attempt.mailbox) return [];
  const mailboxPart = mailbox === null ? {} : { mailbox };
  return [
    {
      type: 'MailBounced',
      data: { ...mailboxPart, status, ...explanationPart(text), requestedAt, at },
    },
  ];
};

const evolve = (state: Mail, event: MailEvent): Mail => {
  if (event.type === 'MailRequested') {
    const { data: requested } = event;
    return {
      status: 'WAITING',
      requested,
      attempt: null,
      mailboxes: new Set(),
      isDeferred: false,
      nextAt: requested.at,
    };
  }
  if (state.status === 'NONE') return state;
  switch (event.type) {
    case 'MailAttempted': {
      const { data: attempt } = event;
      const mailboxes = new Set([
        ...state.mailboxes,
        ...(attempt.mailbox ? [attempt.mailbox] : []),
      ]);
      return { ...state, attempt, mailboxes, isDeferred: false, nextAt: isOverAt(attempt) };
    }
    case 'MailDeferred':
      return { ...state, isDeferred: true, nextAt: event.data.nextAt };
    case 'MailAccepted':
      return { ...state, status: 'ACCEPTED' };
    case 'MailFailed':
      return { ...state, status: 'FAILED' };
    case 'MailBounced':
      return { ...state, status: 'BOUNCED' };
    case 'MailWithheld':
      return { ...state, status: 'WITHHELD' };
  }
};

/** One mail to one person about one event, tried for about a day. It may arrive twice, which is better than not at all. */
export const mail: Decider<MailCommand, MailEvent, Mail> = {
  category: 'mail',
  initial: { status: 'NONE' },
  decide: (command, state) => {
    if (command.type === 'RequestMail')
      return state.status === 'NONE' ? [{ type: 'MailRequested', data: command.mail }] : [];
    if (state.status === 'NONE') throw new Refused('mail/unknown');
    return command.type === 'RecordBounced'
      ? decideBounce(state, command)
      : decideSending(state, command);
  },
  evolve,
};
