import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { createPortal } from 'react-dom';
import { roles } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { Button } from '#/web/ui/button.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { PasswordField } from '#/web/ui/fields/password-field.tsx';
import { textOf } from '#/web/ui/fields/text-of.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { isSameMember } from './same-member.ts';
import { sessionQuery } from './session-query.ts';
import { signIn } from './sign-in.ts';
import { signInFailure } from './sign-in-failure.ts';

interface SignInAgainProps {
  readonly session: Session & object;
  /** Leaves for the sign-in page, for another user; typed values are lost then. */
  readonly onLeave: () => void;
}

/**
 * Asks for the password over a page whose session ended, and hides the page meanwhile: typed values are kept. It uses the
 * browser's modal dialog, outside our root, because another dialog may be open that hides everything else.
 */
const SignInAgain = ({ session, onLeave }: SignInAgainProps) => {
  const texts = useTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closed before it is removed, so that the browser restores the focus.
    return () => shown?.close();
  }, []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = textOf(new FormData(event.currentTarget), 'password');
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
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
      className="m-auto w-full max-w-sm rounded-xl border border-line bg-surface p-6 text-ink shadow-overlay backdrop:bg-canvas"
    >
      <h2 id="sign-in-again" className="font-semibold">
        {texts.login.againTitle}
      </h2>
      <p className="mt-1 text-ink-muted">{texts.login.againText}</p>
      <div role="alert" className="mt-3 text-negative empty:hidden">
        {failure}
      </div>
      <form onSubmit={(event) => void submit(event)} className="mt-5 grid gap-4">
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
      </form>
    </dialog>,
    document.body,
  );
};

export default SignInAgain;
