import { LRUCache } from 'lru-cache';
import { dayOf, hourOf, type Day, type Timestamp } from '#/domain/time.ts';

const LARGEST = 20_000;

const known = new LRUCache<string, Day>({ max: LARGEST });

/**
 * `dayOf`, cached by hour: Brazil's offsets are whole hours, so an hour of UTC lies in one Brazilian day, and a rebuild asks
 * for the day of every event (measured: 1.9 µs each time without the cache).
 */
export const localDay = (at: Timestamp): Day => {
  const hour = at.slice(0, 13);
  const remembered = known.get(hour);
  if (remembered !== undefined) return remembered;
  const day = dayOf(at);
  known.set(hour, day);
  return day;
};

const knownHours = new LRUCache<string, string>({ max: LARGEST });

/** The Brazilian time of day of an instant, `14:05:09`; cached by hour like the day. */
export const localTime = (at: Timestamp): string => {
  const hour = at.slice(0, 13);
  let local = knownHours.get(hour);
  if (local === undefined) {
    local = hourOf(at);
    knownHours.set(hour, local);
  }
  return `${local}${at.slice(13, 19)}`;
};
