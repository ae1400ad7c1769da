import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roles } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { Button } from '#/web/ui/button.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { PasswordField } from '#/web/ui/form/password-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { FixedEmail } from '#/web/ui/form/fixed-email.tsx';
import { OverPage } from './over-page.tsx';
import { isSameMember } from './same-member.ts';
import { CodeField } from './second-factor/code-field.tsx';
import { useSecondFactorTexts } from './second-factor/second-factor-texts.ts';
import { sessionQuery } from './session-query.ts';
import { signInFailure } from './sign-in-failure.ts';
import {
  credentialsIn,
  signInErrors,
  signInErrorTexts,
  type SignInValues,
} from './sign-in-form.ts';
import { signIn } from './sign-in.ts';

interface SignInAgainProps {
  readonly session: Session & object;
  /** Opens the sign-in page instead; unsaved input is lost. */
  readonly onLeave: () => void;
}

/** Signs in and continues. @returns the outcome of the sign-in */
const useReturn = ({ session, onLeave }: SignInAgainProps) => {
  const client = useQueryClient();
  return async (values: SignInValues) => {
    const outcome = await signIn(credentialsIn(values), roles[session.role].area);
    if (outcome.kind !== 'signed-in') return outcome;
    const current = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => session);
    if (current === null) {
      // The user has no access any more.
      onLeave();
    } else if (!isSameMember(current, session) || current.lacksSecondFactor) {
      window.location.reload();
    } else {
      sessionLost.regain();
      void refreshQueries(client);
    }
    return outcome;
  };
};

/** Hides the page whose session ended. */
const SignInAgain = (props: SignInAgainProps) => {
  const { email } = props.session;
  const texts = useTexts();
  const language = useLanguage();
  const [asksCode, setAsksCode] = useState(false);
  const write = useMutation({ mutationFn: useReturn(props), networkMode: 'always' });
  const form = useCheckedForm({
    defaultValues: { email, password: '', code: '' },
    errorsIn: (values: SignInValues) => signInErrors(values, asksCode),
    errorTexts: signInErrorTexts(texts, useSecondFactorTexts()),
  });
  const send = (values: SignInValues): void =>
    write.mutate(values, { onSuccess: ({ kind }) => setAsksCode(asksCode || kind === 'code') });
  return (
    <OverPage
      title={texts.login.againTitle}
      text={texts.login.againText}
      failure={write.data && signInFailure(write.data, texts, language)}
      hidesPage
    >
      <CheckedForm
        form={form}
        onValid={send}
        write={write}
        failure=""
        submitLabel={texts.login.againSubmit}
      >
        <FixedEmail label={texts.login.email} email={email} />
        <PasswordField
          form={form}
          name="password"
          label={texts.login.password}
          autoComplete="current-password"
        />
        {asksCode && <CodeField form={form} name="code" />}
      </CheckedForm>
      <Button kind="quiet" onClick={props.onLeave}>
        {texts.login.anotherPerson}
      </Button>
    </OverPage>
  );
};

export default SignInAgain;
