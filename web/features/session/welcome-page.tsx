import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { PasswordField } from '#/web/ui/fields/password-field.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { textOf } from '#/web/ui/fields/text-of.ts';
import { SkeletonLines } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { acceptInvitation, invitationQuery, isLinkOver } from './accept-invitation.ts';
import { destinationAfterSignIn } from './access.ts';
import { JoinForm } from './join-form.tsx';
import { sessionQuery } from './session-query.ts';
import {
  fieldsToFillIn,
  welcomeErrors,
  welcomeFields,
  type Invitation,
  type WelcomeDraft,
  type WelcomeErrors,
  type WelcomeField,
} from './welcome-form.ts';
import { useWelcomeTexts } from './welcome-texts.ts';

interface WelcomePageProps {
  /** The part of the link after the #. */
  readonly token: string;
  /** A link to the sign-in page, for users whose invitation has expired. */
  readonly toSignIn: (label: string) => ReactNode;
}

/** The page of an invited user: it asks for a password, and opens the back office. */
export const WelcomePage = ({ token, toSignIn }: WelcomePageProps) => {
  const texts = useWelcomeTexts();
  const { common } = useTexts();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(invitationQuery(token));
  if (data) {
    const { kind, email, platformName } = data;
    const isJoining = kind === 'join' || kind === 'join-manager';
    if (isJoining && email !== null) return <JoinForm {...{ token, kind, email, platformName }} />;
    return <WelcomeForm token={token} invitation={data} toSignIn={toSignIn} />;
  }
  if (error) {
    const isOver = isLinkOver(error);
    return (
      <AuthFrame
        title={isOver ? texts.invalidTitle : texts.uncheckedTitle}
        text={failureText(error, language)}
      >
        <div className="mt-5">
          {isOver ? (
            toSignIn(texts.toSignIn)
          ) : (
            <Button onClick={() => void refetch()}>{common.retry}</Button>
          )}
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={texts.title.administrator} text={texts.checking}>
      <SkeletonLines count={4} label={texts.checking} />
    </AuthFrame>
  );
};

const draftOf = (data: FormData, { email }: Invitation): WelcomeDraft => ({
  platformName: textOf(data, 'platformName').trim(),
  name: textOf(data, 'name').trim(),
  email: email ?? textOf(data, 'email').trim(),
  password: textOf(data, 'password'),
  again: textOf(data, 'again'),
});

/** Accepts the invitation, signs the user in and opens their home. @returns the error text; `asks-code` if a code is needed */
const useAccept = (token: string) => {
  const { login } = useTexts();
  const language = useLanguage();
  const router = useRouter();
  const client = useQueryClient();
  return async ({ again: _, name, platformName, ...draft }: WelcomeDraft) => {
    const names = { ...(name && { name }), ...(platformName && { platformName }) };
    try {
      const outcome = await acceptInvitation({ token, ...draft, ...names });
      if (outcome === 'code') return 'asks-code' as const;
      if (outcome !== 'signed-in') return login.unavailable;
      // Removes the data of a user who was signed in here before; the invitation is kept while its page is open.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'invitation' });
      const session = await client.fetchQuery(sessionQuery);
      if (!session) return login.unavailable;
      await router.navigate({ href: destinationAfterSignIn(session, undefined), replace: true });
      return undefined;
    } catch (failure) {
      return failureText(failure, language);
    }
  };
};

interface WelcomeFormProps {
  readonly token: string;
  readonly invitation: Invitation;
  readonly toSignIn: WelcomePageProps['toSignIn'];
}

const WelcomeForm = ({ token, invitation, toSignIn }: WelcomeFormProps) => {
  const texts = useWelcomeTexts();
  const accept = useAccept(token);
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<WelcomeErrors>({});
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const focus = (name: WelcomeField) =>
    form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const draft = draftOf(new FormData(event.currentTarget), invitation);
    const found = welcomeErrors(draft, invitation);
    setErrors(found);
    setFailure(undefined);
    const wrong = welcomeFields.find((field) => found[field]);
    if (wrong !== undefined) return focus(wrong);
    setPending(true);
    const answer = await accept(draft);
    setPending(false);
    setAsksCode(answer === 'asks-code');
    if (answer === undefined || answer === 'asks-code') return;
    setFailure(answer);
    focus('password');
  };
  const { kind, email, platformName } = invitation;
  const text =
    kind === 'first' || kind === 'recovery' || kind === 'master'
      ? texts.text[kind]
      : texts.text[kind](platformName ?? texts.thisPlatform);
  const errorOf = (field: WelcomeField): string | undefined => {
    const error = errors[field];
    return error && texts.errors[error];
  };
  const fields = fieldsToFillIn(invitation);
  if (asksCode) {
    return (
      <AuthFrame title={texts.changedTitle} text={texts.changedText}>
        <div className="mt-5">{toSignIn(texts.signIn)}</div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={texts.title[kind]} text={text} failure={failure}>
      <form ref={form} noValidate onSubmit={submit} className="mt-5 grid gap-4">
        {welcomeFields.map((field) =>
          fields.includes(field) || field === 'email' ? (
            <WelcomeInput key={field} field={field} fixed={email} error={errorOf(field)} />
          ) : null,
        )}
        <Button kind="primary" type="submit" pending={pending} className="mt-1 h-11">
          {texts.submit[kind]}
        </Button>
      </form>
    </AuthFrame>
  );
};

const AUTO_COMPLETE = { platformName: 'organization', name: 'name', email: 'username' } as const;
const LONGEST = { platformName: 80, name: 120, email: 254 } as const;

interface WelcomeInputProps {
  readonly field: WelcomeField;
  /** The e-mail in the invitation: shown, also to password managers, and not editable. */
  readonly fixed: string | null;
  readonly error: string | undefined;
}

const WelcomeInput = ({ field, fixed, error }: WelcomeInputProps) => {
  const texts = useWelcomeTexts();
  if (field === 'password' || field === 'again') {
    return (
      <PasswordField
        label={texts[field]}
        name={field}
        autoComplete="new-password"
        hint={field === 'password' ? texts.passwordHint : undefined}
        error={error}
      />
    );
  }
  const isFixed = field === 'email' && fixed !== null;
  return (
    <Field label={texts[field]} error={error}>
      {(control) => (
        <TextInput
          {...control}
          name={field}
          type={field === 'email' ? 'email' : 'text'}
          autoComplete={AUTO_COMPLETE[field]}
          maxLength={LONGEST[field]}
          autoCapitalize={field === 'email' ? 'none' : undefined}
          spellCheck={false}
          readOnly={isFixed}
          defaultValue={isFixed ? fixed : undefined}
          className={isFixed ? 'bg-sunken!' : undefined}
        />
      )}
    </Field>
  );
};
