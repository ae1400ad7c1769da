import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';

/* While the first work of a queue is parked, its later work waits. */

export const commandsTo = ({ to, id }: Pick<AddressedCommand, 'to' | 'id'>): string =>
  `commands:${to}-${id}`;

/** The queue of what policies do about a stream's events. It is held after a policy threw, because its commands are not known. */
export const policiesOn = (stream: string): string => `policies:${stream}`;

export const reactionsOn = (stream: string): string => `reactions:${stream}`;

const nameStart = (queue: string): number => queue.indexOf(':');

export const isOfCommands = (queue: string): boolean =>
  queue.slice(0, nameStart(queue)) === 'commands';

export const isOfReactions = (queue: string): boolean =>
  queue.slice(0, nameStart(queue)) === 'reactions';

/** Returns what the work of a queue is about, as `account-seller-1`. */
export const subjectOf = (queue: string): string => queue.slice(nameStart(queue) + 1);
