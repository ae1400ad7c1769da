import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Button } from '#/web/ui/button.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { NativeField, type NativeFieldProps } from '#/web/ui/form/native-field.tsx';
import { useSecondFactorTexts } from './second-factor-texts.ts';

interface CodeFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> extends Pick<
  NativeFieldProps<Values, Name>,
  'form' | 'name'
> {
  /** Whether a recovery code is allowed. */
  readonly takesRecovery?: boolean;
}

/** A field for the app's six digits, or a recovery code. It is focused when it appears or changes its kind. */
export const CodeField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  takesRecovery = true,
}: CodeFieldProps<Values, Name>) => {
  const texts = useSecondFactorTexts();
  const [isRecovery, setRecovery] = useState(false);
  const focus = useEffectEvent(() => form.setFocus(name));
  useEffect(() => focus(), [isRecovery]);
  const switchKind = (): void => {
    form.resetField(name);
    setRecovery(!isRecovery);
  };
  return (
    <div className="grid justify-items-start gap-1">
      <div className="w-full">
        <NativeField
          form={form}
          name={name}
          label={isRecovery ? texts.recoveryCode : texts.code}
          hint={isRecovery ? texts.recoveryHint : texts.codeHint}
        >
          {(control) => (
            <TextInput
              {...control}
              key={String(isRecovery)}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              className="font-mono tracking-widest"
            />
          )}
        </NativeField>
      </div>
      {takesRecovery && (
        <Button kind="quiet" size="small" onClick={switchKind}>
          {isRecovery ? texts.useApp : texts.useRecovery}
        </Button>
      )}
    </div>
  );
};
