import { SUSPENSION_BOUNDS } from '#/domain/acquiring/bounds.ts';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { limitNames, wholeNumberUpTo, type RoutesValues } from './route-draft.ts';

interface SuspensionLimitsProps {
  readonly form: UseCheckedFormReturn<RoutesValues>;
}

/** An acquirer that answers too seldom or too slowly is suspended for a while: it is chosen only if no other acquirer can be. */
export const SuspensionLimits = ({ form }: SuspensionLimitsProps) => {
  const texts = useAcquiringTexts();
  return (
    <section aria-label={texts.limits} className="rounded-lg border border-line p-3 sm:p-4">
      <h2 className="text-sm font-semibold">{texts.limits}</h2>
      <p className="text-xs text-ink-faint">{texts.limitsText}</p>
      <div className="mt-3 grid gap-3 sm:max-w-lg sm:grid-cols-2">
        {limitNames.map((name) => (
          <FormField key={name} form={form} name={name} label={texts[name]}>
            {({ value, onValue, ...control }) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                className="text-right tabular-nums"
                value={value ?? ''}
                onValue={(text) => onValue(wholeNumberUpTo(text, SUSPENSION_BOUNDS[name].most))}
              />
            )}
          </FormField>
        ))}
      </div>
    </section>
  );
};
