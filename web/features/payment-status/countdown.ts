export interface Countdown {
  readonly secondsLeft: number;
  /**
   * `3 d 2 h` from two days on, then `1 h 30 min` or `30 min`. Seconds make buyers hurry, so only the last five minutes show
   * them: `4:59`.
   */
  readonly text: string;
}

const LAST_SECONDS = 300;

/** `1 h 30 min`; units with a count of 0 are left out. */
const inUnits = (...parts: readonly (readonly [count: number, unit: string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');

const textOf = (secondsLeft: number): string => {
  if (secondsLeft <= LAST_SECONDS) {
    return `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  }
  const minutes = Math.ceil(secondsLeft / 60);
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? inUnits([hours, 'h'], [minutes % 60, 'min'])
    : inUnits([Math.floor(hours / 24), 'd'], [hours % 24, 'h']);
};

/** Computes the time left from the wall clock, so that it is right when a phone wakes from sleep. */
export const countdown = (expiresAt: string, now: number): Countdown => {
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1_000));
  return { secondsLeft, text: textOf(secondsLeft) };
};

export type Milestone = 'none' | 'five-minutes' | 'one-minute';

/** Returns what to announce to screen readers about the time left. */
export const milestone = (secondsLeft: number): Milestone => {
  if (secondsLeft > LAST_SECONDS || secondsLeft === 0) return 'none';
  return secondsLeft > 60 ? 'five-minutes' : 'one-minute';
};
