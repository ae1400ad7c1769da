import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { Reader } from '#/ledger/stores/eventstoredb/reader.ts';

/**
 * Lets the next call of this method, or the one after `passed` calls, get no answer. Returns a function that sends that call to the server,
 * late.
 */
export const delayNext = (
  method: 'appendToStream' | 'setStreamMetadata',
  passed = 0,
): (() => Promise<unknown>) => {
  const { prototype } = EventStoreDBClient;
  const original = prototype[method];
  let remaining = passed;
  let send = async (): Promise<unknown> => expect.fail('nothing was sent');
  const delayed = async function delayed(this: EventStoreDBClient, ...given: unknown[]) {
    if (remaining > 0) {
      remaining -= 1;
      return Reflect.apply(original, this, given);
    }
    Object.assign(prototype, { [method]: original });
    send = () => Reflect.apply(original, this, given);
    throw new Error('no answer in time');
  };
  Object.assign(prototype, { [method]: delayed });
  return () => send();
};

/** Runs `meanwhile` before the next append whose first event has this type, and this text in its stream or content. */
export const interruptAppend = (
  { type, about }: { readonly type: string; readonly about: string },
  meanwhile: () => Promise<unknown>,
): void => {
  const { prototype } = EventStoreDBClient;
  const original = prototype.appendToStream;
  const interrupted = async function interrupted(this: EventStoreDBClient, ...args: unknown[]) {
    const [stream, events] = args;
    const [first] = [events].flat();
    if (Object(first).type === type && JSON.stringify([stream, first]).includes(about)) {
      Object.assign(prototype, { appendToStream: original });
      await meanwhile();
    }
    return Reflect.apply(original, this, args);
  };
  Object.assign(prototype, { appendToStream: interrupted });
};

/** Counts the reads of whole streams, and the events that they read, during a task. */
export const countReads = async (task: () => Promise<unknown>) => {
  const { prototype } = Reader;
  const original = prototype.readShown;
  const count = { reads: 0, events: 0 };
  prototype.readShown = async function counted(...args) {
    const read = await original.apply(this, args);
    count.reads += 1;
    count.events += read.length;
    return read;
  };
  try {
    await task();
    return count;
  } finally {
    prototype.readShown = original;
  }
};
