import { useEffect, useRef } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { Button } from '#/web/ui/button.tsx';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';
import type { UseCheckedFormReturn } from './use-checked-form.ts';

/** A part of what `useWrite` returns. */
export interface FormWrite {
  readonly error: Error | null;
  readonly isPending: boolean;
}

interface CheckedFormProps<Values extends FieldValues> {
  readonly form: UseCheckedFormReturn<Values>;
  /** Called at a submit when no field is wrong. */
  readonly onValid: (values: Values) => void;
  readonly write: FormWrite;
  /** Instead of the failure's text. */
  readonly failure?: string | undefined;
  readonly submitLabel: string;
  /** By default the button can be pressed. */
  readonly isSubmittable?: boolean;
  readonly kind?: 'primary' | 'secondary' | 'danger';
  readonly autoComplete?: 'off';
  readonly className?: string;
  readonly submitClassName?: string;
  /** Class of the failure, `actions` and the button. */
  readonly footClassName?: string;
  /** Beside the button. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Sends each field an `input` event, because some browsers and password managers fill in fields without an event. */
const readFields = (element: HTMLFormElement): void => {
  for (const field of element.querySelectorAll('input[name]'))
    field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** A form with its failure and its button. Users who may only read see the fields alone. */
export const CheckedForm = <Values extends FieldValues>({
  form,
  onValid,
  write,
  failure,
  submitLabel,
  isSubmittable = true,
  kind = 'primary',
  autoComplete,
  className = 'grid gap-4',
  submitClassName,
  footClassName = 'contents',
  actions,
  children,
}: CheckedFormProps<Values>) => {
  const language = useLanguage();
  const isReadOnly = useIsReadOnly();
  const element = useRef<HTMLFormElement>(null);
  const { submitCount } = form.formState;
  const lastCount = useRef(submitCount);
  const { error } = write;
  const lastError = useRef(error);
  useEffect(() => {
    const isRefused = error !== null && error !== lastError.current;
    lastError.current = error;
    if (submitCount === lastCount.current && !isRefused) return;
    lastCount.current = submitCount;
    // Focuses the first wrong field. After a refusal too, because a field may show it.
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitCount, error]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    readFields(event.currentTarget);
    void form.handleSubmit(onValid)(event);
  };
  if (isReadOnly) {
    return (
      <fieldset disabled className={className}>
        {children}
      </fieldset>
    );
  }
  return (
    // POST keeps typed values out of the URL without our script.
    <form
      ref={element}
      method="post"
      noValidate
      autoComplete={autoComplete}
      onSubmit={submit}
      className={className}
    >
      {children}
      <div className={footClassName}>
        <div role="alert" className="basis-full text-negative empty:hidden">
          {failure ?? (write.error && failureText(write.error, language))}
        </div>
        {actions}
        <Button
          kind={kind}
          type="submit"
          disabled={!isSubmittable}
          pending={write.isPending}
          className={submitClassName}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
};
