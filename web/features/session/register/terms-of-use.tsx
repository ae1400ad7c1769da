import { useId } from 'react';
import { useRegisterTexts } from './register-texts.ts';
import type { OpenedRegistration } from './registration.ts';

interface TermsOfUseProps {
  readonly terms: OpenedRegistration['termsOfUse'];
  readonly error: string | undefined;
}

/** Shows the terms of use, with a checkbox to accept them. For another version the checkbox is empty again. */
export const TermsOfUse = ({ terms: { version, text }, error }: TermsOfUseProps) => {
  const texts = useRegisterTexts();
  const noteId = useId();
  return (
    <div className="grid gap-2">
      <section
        aria-label={texts.terms(version)}
        // Scrolls, so it must be reachable by keyboard.
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-md border border-line bg-sunken p-3"
      >
        <h2 className="font-medium">{texts.terms(version)}</h2>
        <p className="mt-1 whitespace-pre-line wrap-break-word">{text}</p>
      </section>
      <label className="flex min-h-control items-center gap-2">
        <input
          key={version}
          type="checkbox"
          name="accepted"
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
