import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { isWithin, LIMITS, wholeNumberUpTo } from './route-draft.ts';
import type { Limit, RoutesDraft } from './route-draft.ts';

type Limits = NonNullable<RoutesDraft['stepAside']>;

interface SuspensionLimitsProps {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

const names = ['answeredBelow', 'slowerThan'] as const satisfies readonly Limit[];

/** The limits beyond which an acquirer is skipped automatically. */
export const SuspensionLimits = ({ limits, onChange }: SuspensionLimitsProps) => {
  const texts = useAcquiringTexts();
  const wrong = { answeredBelow: texts.answeredBelowWrong, slowerThan: texts.slowerThanWrong };
  return (
    <section aria-label={texts.limits} className="rounded-lg border border-line p-3 sm:p-4">
      <h2 className="text-sm font-semibold">{texts.limits}</h2>
      <p className="text-xs text-ink-faint">{texts.limitsText}</p>
      <div className="mt-3 grid gap-3 sm:max-w-lg sm:grid-cols-2">
        {names.map((name) => (
          <Field
            key={name}
            label={texts[name]}
            error={isWithin(name, limits[name]) ? undefined : wrong[name]}
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                className="text-right tabular-nums"
                value={limits[name]}
                onChange={({ target }) =>
                  onChange({ ...limits, [name]: wholeNumberUpTo(target.value, LIMITS[name].most) })
                }
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  );
};
