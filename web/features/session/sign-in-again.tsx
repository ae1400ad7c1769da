import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roles } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { Button } from '#/web/ui/button.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { PasswordField } from '#/web/ui/fields/password-field.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { OverPage } from './over-page.tsx';
import { isSameMember } from './same-member.ts';
import { sessionQuery } from './session-query.ts';
import { signIn } from './sign-in.ts';
import { signInFailure } from './sign-in-failure.ts';

interface SignInAgainProps {
  readonly session: Session & object;
  /** Leaves for the sign-in page, for another user; typed values are lost then. */
  readonly onLeave: () => void;
}

/** Asks for the password over a page whose session ended, and hides the page meanwhile. */
const SignInAgain = ({ session, onLeave }: SignInAgainProps) => {
  const texts = useTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (password: string) => {
    setPending(true);
    const outcome = await signIn(session.email, password, roles[session.role].area);
    setPending(false);
    setFailure(signInFailure(outcome, texts, language));
    if (outcome.kind !== 'signed-in') return;
    const now = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => session);
    // Their record lets them in no more.
    if (now === null) return onLeave();
    if (!isSameMember(now, session)) return window.location.reload();
    sessionLost.regain();
    void client.invalidateQueries();
  };
  return (
    <OverPage
      title={texts.login.againTitle}
      text={texts.login.againText}
      failure={failure}
      hidesPage
      onPassword={(password) => void submit(password)}
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
