import { useEffect, useEffectEvent, useId } from 'react';
import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import type { RegisterValues } from './register-fields.ts';
import { useRegisterTexts } from './register-texts.ts';
import type { OpenedRegistration } from './registration.ts';

interface TermsOfUseProps {
  readonly terms: OpenedRegistration['termsOfUse'];
  readonly form: UseCheckedFormReturn<RegisterValues>;
}

/** The terms with their checkbox, which is unticked when the terms get another version. */
export const TermsOfUse = ({ terms: { version, text }, form }: TermsOfUseProps) => {
  const texts = useRegisterTexts();
  const code = form.formState.errors.accepted?.type;
  const error = code && form.errorTexts[code];
  const untick = useEffectEvent(() => form.resetField('accepted'));
  useEffect(() => untick(), [version]);
  const noteId = useId();
  return (
    <div className="grid gap-2">
      <section
        aria-label={texts.terms(version)}
        // The terms scroll, so the keyboard must reach them.
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-md border border-line bg-sunken p-3"
      >
        <h2 className="font-medium">{texts.terms(version)}</h2>
        <p className="mt-1 whitespace-pre-line wrap-break-word">{text}</p>
      </section>
      <label className="flex min-h-control items-center gap-2">
        <input
          {...form.register('accepted')}
          type="checkbox"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : noteId}
          className="size-4 shrink-0 accent-accent"
        />
        {texts.accept}
      </label>
      {error !== undefined && (
        <p id={noteId} className="text-xs text-negative">
          {error}
        </p>
      )}
    </div>
  );
};
