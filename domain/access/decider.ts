import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { AccessAction, AccessCommand } from './commands.ts';
import type { accessEvents } from './events.ts';

export type AccessEvent = EventOf<typeof accessEvents>;

/** What was recorded lately, so that a repetition is recognised. */
export interface Access {
  readonly failedAt: Timestamp | null;
  readonly suspendedAt: Timestamp | null;
  /** When data was opened within the last hour, by its kind, record and impersonation: then it is not recorded again. */
  readonly opened: ReadonlyMap<string, Timestamp>;
  /** When each impersonation began and ends at the latest, by id: a retry gets these times. */
  readonly impersonations: ReadonlyMap<
    string,
    { readonly at: Timestamp; readonly until: Timestamp }
  >;
  /** The impersonations whose end is on record. */
  readonly ended: ReadonlySet<string>;
}

/** Usually one failed sign-in is recorded in 24 hours, so that a stranger cannot fill a person's stream. */
const FAILURE_SECONDS = 24 * 60 * 60;
/** Opening the same data again within an hour is not recorded again. */
const OPENING_SECONDS = 60 * 60;

const isRecent = (at: Timestamp | null | undefined, now: Timestamp, seconds: number): boolean =>
  typeof at === 'string' && addSeconds(at, seconds) > now;

type Opening = Pick<
  Extract<AccessAction, { readonly type: 'RecordOpening' }>,
  'opened' | 'recordId' | 'impersonation'
>;

const keyOf = ({ opened, recordId, impersonation }: Opening): string =>
  [opened, recordId ?? '', ...(impersonation ? [impersonation.impersonationId] : [])].join(' ');

const decide = (command: AccessCommand, access: Access): readonly AccessEvent[] => {
  const { platformId, kind, personId, address, now: at } = command;
  const fact = { platformId, kind, personId, address, at };
  switch (command.type) {
    case 'RecordSignIn': {
      const { failures, isKnownDevice } = command;
      return [{ type: 'SignedIn', data: { ...fact, failures, isKnownDevice } }];
    }
    case 'RecordFailure':
      if (isRecent(access.failedAt, at, FAILURE_SECONDS)) return [];
      return [{ type: 'SignInFailed', data: fact }];
    case 'RecordSuspension':
      if (isRecent(access.suspendedAt, at, FAILURE_SECONDS)) return [];
      return [{ type: 'SignInSuspended', data: { ...fact, failures: command.failures } }];
    case 'RecordSignOut':
      return [{ type: 'SignedOut', data: { ...fact, cause: command.cause } }];
    case 'RecordSecondFactor':
      return [{ type: 'SecondFactorChanged', data: { ...fact, change: command.change } }];
    case 'RecordImpersonation': {
      const { impersonationId, staffId, sellerId, until } = command;
      const data = { ...fact, impersonationId, staffId, sellerId, until };
      return [{ type: 'ImpersonationBegun', data }];
    }
    case 'RecordImpersonationEnd': {
      const { impersonationId, staffId, sellerId } = command;
      if (access.ended.has(impersonationId)) return [];
      const data = { ...fact, impersonationId, staffId, sellerId };
      return [{ type: 'ImpersonationEnded', data }];
    }
    case 'RecordOpening': {
      const { opened, recordId, impersonation } = command;
      if (isRecent(access.opened.get(keyOf(command)), at, OPENING_SECONDS)) return [];
      const data = { ...fact, ...(impersonation && { impersonation }), opened, recordId };
      return [{ type: 'PersonalDataOpened', data }];
    }
  }
};

const evolve = (access: Access, event: AccessEvent): Access => {
  const { at } = event.data;
  switch (event.type) {
    case 'SignedIn':
      return { ...access, failedAt: null, suspendedAt: null };
    case 'SignInFailed':
      return { ...access, failedAt: at };
    case 'SignInSuspended':
      return { ...access, suspendedAt: at };
    case 'SignedOut':
    case 'SecondFactorChanged':
      return access;
    case 'ImpersonationEnded':
      return { ...access, ended: new Set([...access.ended, event.data.impersonationId]) };
    case 'ImpersonationBegun': {
      const { impersonationId, until } = event.data;
      const impersonations = new Map([...access.impersonations, [impersonationId, { at, until }]]);
      return { ...access, impersonations };
    }
    case 'PersonalDataOpened': {
      const recent = [...access.opened].filter(([, since]) => isRecent(since, at, OPENING_SECONDS));
      return { ...access, opened: new Map([...recent, [keyOf(event.data), at]]) };
    }
  }
};

/** The access log of one person and month: sign-ins, views of personal data, impersonations. */
export const access: Decider<AccessCommand, AccessEvent, Access> = {
  category: 'access',
  initial: {
    failedAt: null,
    suspendedAt: null,
    opened: new Map(),
    impersonations: new Map(),
    ended: new Set(),
  },
  decide,
  evolve,
};
