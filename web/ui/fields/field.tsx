import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';

export const fieldClass = classNames(
  'h-control rounded-md border border-field bg-surface px-2.5 text-control text-ink',
  'placeholder:text-ink-faint aria-invalid:border-negative',
);

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Links label, hint and error to the control. */
export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = error !== undefined || hint !== undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': noted ? noteId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {noted && (
        <p
          id={noteId}
          className={error === undefined ? 'text-xs text-ink-faint' : 'text-xs text-negative'}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
};

interface TextInputProps extends ComponentProps<'input'> {
  /** Instead of `onChange`. */
  readonly onValue?: (text: string) => void;
}

export const TextInput = ({ className, onValue, onChange, ...rest }: TextInputProps) => (
  <input
    {...rest}
    onChange={onValue ? ({ target }) => onValue(target.value) : onChange}
    className={classNames('w-full', fieldClass, className)}
  />
);
