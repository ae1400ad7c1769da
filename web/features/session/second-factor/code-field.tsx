import { useEffect, useRef, useState } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { useSecondFactorTexts } from './second-factor-texts.ts';

interface CodeFieldProps {
  readonly error?: string | undefined;
  /** Whether the user may enter a recovery code instead. */
  readonly takesRecovery?: boolean;
}

/** The field `code`: six digits of the app, which phones and password managers fill in. It is focused when it appears. */
export const CodeField = ({ error, takesRecovery = true }: CodeFieldProps) => {
  const texts = useSecondFactorTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isRecovery, setRecovery] = useState(false);
  useEffect(() => input.current?.focus(), [isRecovery]);
  return (
    <div className="grid justify-items-start gap-1">
      <div className="w-full">
        <Field
          label={isRecovery ? texts.recoveryCode : texts.code}
          hint={isRecovery ? texts.recoveryHint : texts.codeHint}
          error={error}
        >
          {(control) => (
            <TextInput
              {...control}
              key={String(isRecovery)}
              ref={input}
              name="code"
              required
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              className="font-mono tracking-widest"
            />
          )}
        </Field>
      </div>
      {takesRecovery && (
        <Button kind="quiet" size="small" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? texts.useApp : texts.useRecovery}
        </Button>
      )}
    </div>
  );
};
