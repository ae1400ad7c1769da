const two = (value: number): string => String(value).padStart(2, '0');

export interface Countdown {
  readonly secondsLeft: number;
  /** `29:59`, or `1:29:59` from an hour on. */
  readonly text: string;
}

/** Time left by the wall clock, so that a phone that slept shows the truth when it wakes. */
export const countdown = (expiresAt: string, now: number): Countdown => {
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1_000));
  const hours = Math.floor(secondsLeft / 3_600);
  const minutes = Math.floor(secondsLeft / 60) % 60;
  const minutesText = hours > 0 ? `${hours}:${two(minutes)}` : two(minutes);
  return { secondsLeft, text: `${minutesText}:${two(secondsLeft % 60)}` };
};

export type Milestone = 'none' | 'five-minutes' | 'one-minute';

/** What is worth interrupting a screen reader for. */
export const milestone = (secondsLeft: number): Milestone => {
  if (secondsLeft > 300 || secondsLeft === 0) return 'none';
  return secondsLeft > 60 ? 'five-minutes' : 'one-minute';
};
