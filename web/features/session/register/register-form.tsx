import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { DocumentType } from '#/domain/brazil/document.ts';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { PasswordField } from '#/web/ui/fields/password-field.tsx';
import { textOf } from '#/web/ui/fields/text-of.ts';
import {
  registerErrors,
  registerFields,
  type RegisterDraft,
  type RegisterErrors,
  type RegisterField,
} from './register-fields.ts';
import { useRegisterTexts } from './register-texts.ts';
import {
  haveTermsChanged,
  registerSeller,
  registrationQuery,
  type OpenedRegistration,
} from './registration.ts';
import { TermsOfUse } from './terms-of-use.tsx';

interface RegisterFormProps {
  readonly token: string;
  readonly opened: OpenedRegistration;
}

/** Registers the seller, and opens the profile, where documents are uploaded. @returns the error text on failure */
const useRegister = ({ token, opened: { email, termsOfUse } }: RegisterFormProps) => {
  const { login } = useTexts();
  const language = useLanguage();
  const router = useRouter();
  const client = useQueryClient();
  return async ({ name, document, password }: RegisterDraft): Promise<string | undefined> => {
    const secret = password === undefined ? {} : { password };
    const registration = { token, name, document, acceptedVersion: termsOfUse.version, ...secret };
    try {
      if ((await registerSeller(registration, email)) !== 'signed-in') return login.unavailable;
      // Removes the data that the user saw in another role or on another platform.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'registration' });
      await client.fetchQuery(sessionQuery);
      await router.navigate({ href: '/platform/my-profile', replace: true });
      return undefined;
    } catch (failure) {
      if (haveTermsChanged(failure))
        await client.refetchQueries({ queryKey: registrationQuery(token).queryKey });
      return failureText(failure, language);
    }
  };
};

const draftOf = (data: FormData): RegisterDraft => ({
  kind: textOf(data, 'kind') === 'CNPJ' ? 'CNPJ' : 'CPF',
  name: textOf(data, 'name').trim(),
  document: textOf(data, 'document').trim(),
  password: data.has('password') ? textOf(data, 'password') : undefined,
  again: data.has('again') ? textOf(data, 'again') : undefined,
  accepted: data.has('accepted'),
});

/** The form of a seller's registration: name and document, a password for new users, and the terms of use. */
export const RegisterForm = (props: RegisterFormProps) => {
  const { opened } = props;
  const texts = useRegisterTexts();
  const register = useRegister(props);
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<DocumentType>('CPF');
  const [errors, setErrors] = useState<RegisterErrors>({});
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const draft = draftOf(new FormData(event.currentTarget));
    const found = registerErrors(draft);
    setErrors(found);
    setFailure(undefined);
    const wrong = registerFields.find((field) => found[field]);
    if (wrong !== undefined)
      return form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    setPending(true);
    setFailure(await register(draft));
    setPending(false);
  };
  const errorOf = (field: RegisterField): string | undefined => {
    const error = errors[field];
    return error && texts.errors[error];
  };
  return (
    <AuthFrame title={texts.title} text={texts.text(opened.platformName)} failure={failure}>
      {/* POST, so that a submit without our script never puts typed values into a URL. */}
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-5 grid gap-4"
      >
        <Kinds kind={kind} onKind={setKind} />
        <Text
          name="name"
          label={texts.names[kind]}
          error={errorOf('name')}
          autoComplete={kind === 'CPF' ? 'name' : 'organization'}
        />
        <Text
          name="document"
          label={texts.documents[kind]}
          error={errorOf('document')}
          autoComplete="off"
        />
        <EmailShown email={opened.email} />
        {opened.known === 'no' && <NewPassword errorOf={errorOf} />}
        <TermsOfUse terms={opened.termsOfUse} error={errorOf('accepted')} />
        <p className="text-ink-muted">{texts.next}</p>
        <Button kind="primary" type="submit" pending={pending} className="mt-1 h-11">
          {texts.submit}
        </Button>
      </form>
    </AuthFrame>
  );
};

interface KindsProps {
  readonly kind: DocumentType;
  readonly onKind: (kind: DocumentType) => void;
}

const Kinds = ({ kind, onKind }: KindsProps) => {
  const texts = useRegisterTexts();
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="mb-1.5 text-sm font-medium">{texts.kind}</legend>
      {(['CPF', 'CNPJ'] as const).map((each) => (
        <label key={each} className="flex h-control items-center gap-2">
          <input
            type="radio"
            name="kind"
            value={each}
            checked={kind === each}
            onChange={() => onKind(each)}
            className="size-4 accent-accent"
          />
          {texts.kinds[each]}
        </label>
      ))}
    </fieldset>
  );
};

interface TextProps {
  readonly name: 'name' | 'document';
  readonly label: string;
  readonly error: string | undefined;
  readonly autoComplete: 'name' | 'organization' | 'off';
}

const Text = ({ name, label, error, autoComplete }: TextProps) => (
  <Field label={label} error={error}>
    {(control) => (
      <TextInput
        {...control}
        name={name}
        autoComplete={autoComplete}
        maxLength={name === 'name' ? 120 : 30}
        spellCheck={false}
      />
    )}
  </Field>
);

/** The e-mail as a read-only field, which password managers see too. */
const EmailShown = ({ email }: { readonly email: string }) => {
  const texts = useRegisterTexts();
  return (
    <Field label={texts.email}>
      {(control) => (
        <TextInput
          {...control}
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          className="bg-sunken!"
        />
      )}
    </Field>
  );
};

interface NewPasswordProps {
  readonly errorOf: (field: RegisterField) => string | undefined;
}

const NewPassword = ({ errorOf }: NewPasswordProps): ReactNode => {
  const texts = useRegisterTexts();
  return (
    <>
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="new-password"
        hint={texts.passwordHint}
        error={errorOf('password')}
      />
      <PasswordField
        label={texts.passwordAgain}
        name="again"
        autoComplete="new-password"
        error={errorOf('again')}
      />
    </>
  );
};
