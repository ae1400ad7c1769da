import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '#/web/i18n/texts.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { NativeField } from '#/web/ui/form/native-field.tsx';
import { PasswordField } from '#/web/ui/form/password-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { FixedEmail } from '#/web/ui/form/fixed-email.tsx';
import { CodeField } from './second-factor/code-field.tsx';
import { useSecondFactorTexts } from './second-factor/second-factor-texts.ts';
import {
  credentialsIn,
  signInErrors,
  signInErrorTexts,
  type SignInValues,
} from './sign-in-form.ts';

export interface SignInFailure {
  /** The text of the failure; undefined if only the code is missing. */
  readonly failure: string | undefined;
  /** Whether to ask for the second factor's code. */
  readonly asksCode: boolean;
}

interface AuthFormProps {
  readonly title: string;
  readonly text: string;
  /** Why this page was opened for the user. */
  readonly notice?: string | undefined;
  /** The e-mail of the only person who may sign in here. */
  readonly email?: string | undefined;
  /** @returns undefined after success */
  readonly onSubmit: (
    credentials: ReturnType<typeof credentialsIn>,
  ) => Promise<SignInFailure | undefined>;
  readonly footer?: ReactNode;
}

/** Native fields with the standard `autocomplete`, for password managers and paste (WCAG 2.2, 3.3.8). */
export const AuthForm = ({ title, text, notice, email, onSubmit, footer }: AuthFormProps) => {
  const texts = useTexts();
  const secondFactor = useSecondFactorTexts();
  const [asksCode, setAsksCode] = useState(false);
  const form = useCheckedForm({
    defaultValues: { email: email ?? '', password: '', code: '' },
    errorsIn: (values: SignInValues) => signInErrors(values, asksCode),
    errorTexts: signInErrorTexts(texts, secondFactor),
  });
  const write = useMutation({ mutationFn: onSubmit, networkMode: 'always' });
  const onSuccess = (refused: SignInFailure | undefined): void => {
    setAsksCode(refused?.asksCode ?? false);
    // If only the code is missing, the new code field focuses itself.
    if (refused?.failure !== undefined) form.setFocus(refused.asksCode ? 'code' : 'password');
  };
  return (
    <AuthFrame
      title={title}
      text={text}
      notice={notice}
      failure={write.data?.failure}
      footer={footer}
    >
      <CheckedForm
        form={form}
        onValid={(values) => write.mutate(credentialsIn(values), { onSuccess })}
        write={write}
        failure=""
        submitLabel={texts.login.submit}
        className="mt-5 grid gap-4"
        submitClassName="mt-1 h-11"
      >
        {email === undefined ? (
          <NativeField form={form} name="email" label={texts.login.email}>
            {(control) => (
              <TextInput
                {...control}
                type="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </NativeField>
        ) : (
          <FixedEmail label={texts.login.email} email={email} />
        )}
        <PasswordField
          form={form}
          name="password"
          label={texts.login.password}
          autoComplete="current-password"
        />
        {asksCode && <CodeField form={form} name="code" />}
      </CheckedForm>
    </AuthFrame>
  );
};
