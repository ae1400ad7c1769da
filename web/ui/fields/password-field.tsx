import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '#/web/ui/button.tsx';
import { classNames } from '#/web/ui/class-names.ts';
import { useUiTexts } from '#/web/ui/texts.ts';
import { Field, TextInput } from './field.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: string | undefined;
  readonly error: string | undefined;
}

/** A password field with a button that shows the password. */
export const PasswordField = ({ label, name, autoComplete, hint, error }: PasswordFieldProps) => {
  const { password } = useUiTexts();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <TextInput
            {...control}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            className="pr-control"
          />
          <button
            type="button"
            aria-label={shown ? password.hide : password.show}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className={classNames(
              buttonClass('quiet'),
              'absolute inset-y-0 right-0 h-full! w-control p-0!',
            )}
          >
            <Icon aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </Field>
  );
};
