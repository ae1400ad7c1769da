import { useDeferredValue, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import type { ScoreOf } from '#/domain/staff/password-strength.ts';
import type { NativeFieldProps } from '#/web/ui/form/native-field.tsx';
import { PasswordField } from '#/web/ui/form/password-field.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { BAR_COUNT, filledBarsOf, judgePassword, type Judgement } from './judge-password.ts';
import { loadEstimator } from './load-estimator.ts';
import { useNewPasswordTexts } from './new-password-texts.ts';

interface NewPasswordFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
> extends NativeFieldProps<Values, Name> {
  /** Returns what the password must not be made of, as typed by now: e-mail and name of the person, name of the platform. */
  readonly listGuessableTexts: () => readonly string[];
}

/** A password that the person chooses, and how hard it is to guess. */
export const NewPasswordField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  listGuessableTexts,
  ...field
}: NewPasswordFieldProps<Values, Name>) => {
  const typed: FieldPathValue<Values, Name> = useWatch({
    control: field.form.control,
    name: field.name,
  });
  return (
    <div className="grid gap-1.5">
      <PasswordField {...field} autoComplete="new-password" />
      <Strength password={String(typed)} known={listGuessableTexts()} />
    </div>
  );
};

/** The function that scores a password; undefined until something is typed and the library that has the function is loaded. */
const useScoreOf = (isNeeded: boolean): ScoreOf | undefined => {
  const [loaded, setLoaded] = useState<{ readonly scoreOf: ScoreOf }>();
  useEffect(() => {
    // If the library cannot be loaded, only the server judges the password.
    if (isNeeded)
      loadEstimator().then(
        (scoreOf) => setLoaded({ scoreOf }),
        () => undefined,
      );
  }, [isNeeded]);
  return loaded?.scoreOf;
};

const FILLS: Readonly<Record<Judgement, string>> = {
  SHORT: 'bg-negative',
  WEAK: 'bg-negative',
  FAIR: 'bg-warning',
  STRONG: 'bg-positive',
};

interface StrengthProps {
  readonly password: string;
  readonly known: readonly string[];
}

const Strength = ({ password, known }: StrengthProps) => {
  const texts = useNewPasswordTexts();
  const scoreOf = useScoreOf(password !== '');
  const judgement = judgePassword(useDeferredValue(password), known, scoreOf);
  const filledBars = filledBarsOf(judgement);
  return (
    <div className="grid gap-1">
      <div aria-hidden className="grid grid-cols-3 gap-1">
        {Array.from({ length: BAR_COUNT }, (_, nth) => (
          <span
            key={nth}
            className={classNames(
              'h-1 rounded-full',
              judgement && nth < filledBars ? FILLS[judgement] : 'bg-line',
            )}
          />
        ))}
      </div>
      <p role="status" className="min-h-4 text-xs text-ink-muted">
        {judgement && `${texts.label}: ${texts.judgements[judgement]}`}
      </p>
    </div>
  );
};
