import { SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import {
  strengthOf,
  type PasswordStrength,
  type ScoreOf,
} from '#/domain/staff/password-strength.ts';

export type Judgement = 'SHORT' | PasswordStrength;

/** Of the bars that the meter fills. */
export const BARS = 3;

export const barsOf = (judgement: Judgement | undefined): number => {
  switch (judgement) {
    case undefined:
      return 0;
    case 'SHORT':
    case 'WEAK':
      return 1;
    case 'FAIR':
      return 2;
    case 'STRONG':
      return BARS;
  }
};

/** Undefined while nothing is typed, or while the library is not there. @param known texts that a password must not be made of */
export const judgePassword = (
  password: string,
  known: readonly string[],
  scoreOf: ScoreOf | undefined,
): Judgement | undefined => {
  if (password === '') return undefined;
  if (password.length < SHORTEST_PASSWORD) return 'SHORT';
  return scoreOf && strengthOf(password, known, scoreOf);
};
