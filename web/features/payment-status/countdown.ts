export interface Countdown {
  readonly secondsLeft: number;
  /** `3 d 2 h` from two days on, `1 h 30 min`, `30 min`, and in the last five minutes `4:59`. */
  readonly text: string;
}

const LAST_SECONDS = 300;

/** `1 h 30 min`; leaves out counts of 0. */
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

/** The time left by the wall clock, so that it is right after a phone's sleep. @param now in milliseconds since 1970 */
export const countdown = (expiresAt: string, now: number): Countdown => {
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1_000));
  return { secondsLeft, text: textOf(secondsLeft) };
};

export type Milestone = 'none' | 'five-minutes' | 'one-minute';

/** The time left that is announced to screen readers. */
export const milestoneOf = (secondsLeft: number): Milestone => {
  if (secondsLeft > LAST_SECONDS || secondsLeft === 0) return 'none';
  return secondsLeft > 60 ? 'five-minutes' : 'one-minute';
};
