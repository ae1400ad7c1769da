import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';

/*
 * Work that must stay in order is in one queue. While the first work of a queue is parked, the later work of that queue waits. A queue's
 * name says what kind of work is in it, and then what the work is about: an aggregate, or the stream of the events.
 */

/** The commands of policies to one aggregate. */
export const commandsTo = ({ to, id }: Pick<AddressedCommand, 'to' | 'id'>): string =>
  `commands:${to}-${id}`;

/**
 * The queue of what policies do about the events of one stream. It is held after a policy threw: which commands that policy would have sent
 * is not known.
 */
export const policiesOn = (stream: string): string => `policies:${stream}`;

/** The queue of what reactions do about the events of one stream. */
export const reactionsOn = (stream: string): string => `reactions:${stream}`;

const nameStart = (queue: string): number => queue.indexOf(':');

export const isOfCommands = (queue: string): boolean =>
  queue.slice(0, nameStart(queue)) === 'commands';

export const isOfReactions = (queue: string): boolean =>
  queue.slice(0, nameStart(queue)) === 'reactions';

/** Returns what the work of a queue is about, as `account-seller-1`. */
export const subjectOf = (queue: string): string => queue.slice(nameStart(queue) + 1);
