import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { NativeField } from '#/web/ui/form/native-field.tsx';
import { PasswordField } from '#/web/ui/form/password-field.tsx';
import { useCheckedForm, type UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { SkeletonLines } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { acceptInvitation, invitationQuery, isLinkOver } from './accept-invitation.ts';
import { destinationAfterSignIn } from './access.ts';
import { FixedEmail } from '#/web/ui/form/fixed-email.tsx';
import { NewPasswordField } from './new-password/new-password-field.tsx';
import { JoinForm } from './join-form.tsx';
import { sessionQuery } from './session-query.ts';
import {
  fieldsToFillIn,
  welcomeErrors,
  welcomeFields,
  type Invitation,
  type WelcomeDraft,
  type WelcomeError,
  type WelcomeField,
} from './welcome-form.ts';
import { useWelcomeTexts } from './welcome-texts.ts';

interface WelcomePageProps {
  /** The link's part after the #. */
  readonly token: string;
  /** Makes a link to the sign-in page, for users whose link does not work. */
  readonly toSignIn: (label: string) => ReactNode;
}

/** The page of a mailed link: a new user, or one who lost the password, chooses a password; a user with an account joins. */
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

/** Leaves the password as it is: it may begin or end with a space. */
const trimTexts = (values: WelcomeDraft): WelcomeDraft => ({
  ...values,
  name: values.name.trim(),
  email: values.email.trim(),
});

/** Accepts, signs in and opens the home. @returns the error text; `asks-code` if a code is needed; undefined after success */
const useAccept = (token: string) => {
  const { login } = useTexts();
  const language = useLanguage();
  const router = useRouter();
  const client = useQueryClient();
  return async ({ again: _, name, ...draft }: WelcomeDraft) => {
    try {
      const outcome = await acceptInvitation({ token, ...draft, ...(name && { name }) });
      if (outcome === 'code') return 'asks-code' as const;
      if (outcome !== 'signed-in') return login.unavailable;
      // Removes an earlier user's data; the open page needs the invitation.
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
  const { kind, email, platformName } = invitation;
  const write = useMutation({ mutationFn: useAccept(token), networkMode: 'always' });
  const form = useCheckedForm<WelcomeDraft, WelcomeError>({
    defaultValues: { name: '', email: email ?? '', password: '', again: '' },
    errorsIn: (values) => welcomeErrors(values, invitation),
    errorTexts: texts.errors,
  });
  const send = (values: WelcomeDraft): void =>
    write.mutate(trimTexts(values), {
      onSuccess: (failure) => failure !== undefined && form.setFocus('password'),
    });
  if (write.data === 'asks-code') {
    return (
      <AuthFrame title={texts.changedTitle} text={texts.changedText}>
        <div className="mt-5">{toSignIn(texts.signIn)}</div>
      </AuthFrame>
    );
  }
  const text =
    kind === 'recovery' || kind === 'master'
      ? texts.text[kind]
      : texts.text[kind](platformName ?? texts.thisPlatform);
  const fields = fieldsToFillIn(invitation);
  return (
    <AuthFrame title={texts.title[kind]} text={text} failure={write.data}>
      <CheckedForm
        form={form}
        onValid={send}
        write={write}
        failure=""
        submitLabel={texts.submit[kind]}
        className="mt-5 grid gap-4"
        submitClassName="mt-1 h-11"
      >
        {welcomeFields.map((field) => {
          if (fields.includes(field))
            return <WelcomeInput key={field} form={form} field={field} invitation={invitation} />;
          return field === 'email' && email !== null ? (
            <FixedEmail key={field} label={texts.email} email={email} />
          ) : null;
        })}
      </CheckedForm>
    </AuthFrame>
  );
};

const AUTO_COMPLETE = { name: 'name', email: 'username' } as const;
const LONGEST = { name: 120, email: 254 } as const;

interface WelcomeInputProps {
  readonly form: UseCheckedFormReturn<WelcomeDraft>;
  readonly field: WelcomeField;
  readonly invitation: Invitation;
}

const WelcomeInput = ({ form, field, invitation }: WelcomeInputProps) => {
  const texts = useWelcomeTexts();
  if (field === 'password') {
    const listGuessableTexts = (): readonly string[] => {
      const { email, name } = form.getValues();
      return [email, name, invitation.platformName ?? ''];
    };
    return (
      <NewPasswordField
        form={form}
        name={field}
        label={texts[field]}
        hint={texts.passwordHint}
        listGuessableTexts={listGuessableTexts}
      />
    );
  }
  if (field === 'again') {
    return (
      <PasswordField form={form} name={field} label={texts[field]} autoComplete="new-password" />
    );
  }
  return (
    <NativeField form={form} name={field} label={texts[field]}>
      {(control) => (
        <TextInput
          {...control}
          type={field === 'email' ? 'email' : 'text'}
          autoComplete={AUTO_COMPLETE[field]}
          maxLength={LONGEST[field]}
          autoCapitalize={field === 'email' ? 'none' : undefined}
          spellCheck={false}
        />
      )}
    </NativeField>
  );
};
