import { dayOf, type Day, type Timestamp } from '#/domain/time.ts';

const LARGEST = 20_000;

const known = new Map<string, Day>();

/**
 * `dayOf`, remembered by hour: Brazil's offsets are whole hours, so an hour of UTC lies in one Brazilian day, and a
 * rebuild asks for the day of every event (measured: 1.9 µs each time without this).
 */
export const localDay = (at: Timestamp): Day => {
  const hour = at.slice(0, 13);
  const remembered = known.get(hour);
  if (remembered !== undefined) return remembered;
  if (known.size >= LARGEST) known.clear();
  const day = dayOf(at);
  known.set(hour, day);
  return day;
};
