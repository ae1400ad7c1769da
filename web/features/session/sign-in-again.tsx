import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roles } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { Button } from '#/web/ui/button.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { PasswordField } from '#/web/ui/fields/password-field.tsx';
import { textOf } from '#/web/ui/fields/text-of.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { OverPage } from './over-page.tsx';
import { CodeField } from './second-factor/code-field.tsx';
import { isSameMember } from './same-member.ts';
import { sessionQuery } from './session-query.ts';
import { signIn } from './sign-in.ts';
import { signInFailure } from './sign-in-failure.ts';

interface SignInAgainProps {
  readonly session: Session & object;
  /** Opens the sign-in page instead, for another user; unsaved input is lost. */
  readonly onLeave: () => void;
}

/** Asks for the password over a page whose session ended, and hides the page meanwhile. */
const SignInAgain = ({ session, onLeave }: SignInAgainProps) => {
  const texts = useTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const submit = async (form: FormData) => {
    setPending(true);
    const password = textOf(form, 'password');
    const code = textOf(form, 'code').trim() || undefined;
    const credentials = { email: session.email, password, code };
    const outcome = await signIn(credentials, roles[session.role].area);
    setPending(false);
    if (outcome.kind === 'code') setAsksCode(true);
    setFailure(signInFailure(outcome, texts, language));
    if (outcome.kind !== 'signed-in') return;
    const now = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => session);
    // The user no longer has access.
    if (now === null) return onLeave();
    if (!isSameMember(now, session) || now.lacksSecondFactor) return window.location.reload();
    sessionLost.regain();
    void refreshQueries(client);
  };
  return (
    <OverPage
      title={texts.login.againTitle}
      text={texts.login.againText}
      failure={failure}
      hidesPage
      onSubmit={(form) => void submit(form)}
    >
      <Field label={texts.login.email}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="username"
            readOnly
            value={session.email}
          />
        )}
      </Field>
      <PasswordField
        label={texts.login.password}
        name="password"
        autoComplete="current-password"
        error={undefined}
      />
      {asksCode && <CodeField />}
      <Button kind="primary" type="submit" pending={pending}>
        {texts.login.againSubmit}
      </Button>
      <Button kind="quiet" onClick={onLeave}>
        {texts.login.anotherPerson}
      </Button>
    </OverPage>
  );
};

export default SignInAgain;
