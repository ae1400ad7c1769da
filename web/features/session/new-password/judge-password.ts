import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import {
  strengthOf,
  type PasswordStrength,
  type ScoreOf,
} from '#/domain/staff/password-strength.ts';

export type Judgement = 'SHORT' | PasswordStrength;

/** How many bars the meter of strength has. */
export const BAR_COUNT = 3;

export const filledBarsOf = (judgement: Judgement | undefined): number => {
  switch (judgement) {
    case undefined:
      return 0;
    case 'SHORT':
    case 'WEAK':
      return 1;
    case 'FAIR':
      return 2;
    case 'STRONG':
      return BAR_COUNT;
  }
};

/**
 * Undefined while nothing is typed, and for a long enough password while the library that estimates its strength is not loaded.
 * @param guessable texts that a password must not be made of
 * @param scoreOf the function of that library; undefined: not loaded
 */
export const judgePassword = (
  password: string,
  guessable: readonly string[],
  scoreOf: ScoreOf | undefined,
): Judgement | undefined => {
  if (password === '') return undefined;
  if (password.length < SHORTEST_PASSWORD) return 'SHORT';
  return scoreOf && strengthOf(password, guessable, scoreOf);
};
