import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { buttonClass } from '#/web/ui/button.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { NativeField, type NativeFieldProps } from './native-field.tsx';

interface PasswordFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
> extends NativeFieldProps<Values, Name> {
  readonly autoComplete: 'current-password' | 'new-password';
}

export const PasswordField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  autoComplete,
  ...field
}: PasswordFieldProps<Values, Name>) => {
  const { password } = useUiTexts();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <NativeField {...field}>
      {(control) => (
        <div className="relative">
          <TextInput
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            className="pr-control"
          />
          <button
            type="button"
            aria-label={isShown ? password.hide : password.show}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className={classNames(
              buttonClass('quiet'),
              'absolute inset-y-0 right-0 h-full! w-control p-0!',
            )}
          >
            <Icon aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </NativeField>
  );
};
