import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { NewPasswordField } from '#/web/features/session/new-password/new-password-field.tsx';
import { FixedEmail } from '#/web/ui/form/fixed-email.tsx';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { NativeField } from '#/web/ui/form/native-field.tsx';
import { PasswordField } from '#/web/ui/form/password-field.tsx';
import { useCheckedForm, type UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { registerErrors, type RegisterError, type RegisterValues } from './register-fields.ts';
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

/** Registers the seller, then opens the profile, where documents are uploaded. @returns the error text; undefined after success */
const useRegister = ({ token, opened: { email, known, termsOfUse } }: RegisterFormProps) => {
  const { login } = useTexts();
  const language = useLanguage();
  const router = useRouter();
  const client = useQueryClient();
  return async (values: RegisterValues): Promise<string | undefined> => {
    const secret = known === 'no' ? { password: values.password } : {};
    const [name, document] = [values.name.trim(), values.document.trim()];
    const registration = { token, name, document, acceptedVersion: termsOfUse.version, ...secret };
    try {
      if ((await registerSeller(registration, email)) !== 'signed-in') return login.unavailable;
      // Removes data seen in another role or on another platform.
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

/** Name and document, a new user's password, and the terms of use. */
export const RegisterForm = (props: RegisterFormProps) => {
  const { email, known, platformName, termsOfUse } = props.opened;
  const isNew = known === 'no';
  const texts = useRegisterTexts();
  const write = useMutation({ mutationFn: useRegister(props), networkMode: 'always' });
  const form = useCheckedForm<RegisterValues, RegisterError>({
    defaultValues: {
      kind: 'CPF',
      name: '',
      document: '',
      password: '',
      again: '',
      accepted: false,
    },
    errorsIn: (values) => registerErrors(values, isNew),
    errorTexts: texts.errors,
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <AuthFrame title={texts.title} text={texts.text(platformName)} failure={write.data}>
      <CheckedForm
        form={form}
        onValid={(values) => write.mutate(values)}
        write={write}
        failure=""
        submitLabel={texts.submit}
        className="mt-5 grid gap-4"
        submitClassName="mt-1 h-11"
      >
        <Kinds form={form} />
        <Text
          form={form}
          name="name"
          label={texts.names[kind]}
          autoComplete={kind === 'CPF' ? 'name' : 'organization'}
        />
        <Text form={form} name="document" label={texts.documents[kind]} autoComplete="off" />
        <FixedEmail label={texts.email} email={email} />
        {isNew && <NewPassword form={form} known={[email, platformName]} />}
        <TermsOfUse form={form} terms={termsOfUse} />
        <p className="text-ink-muted">{texts.next}</p>
      </CheckedForm>
    </AuthFrame>
  );
};

interface FormProps {
  readonly form: UseCheckedFormReturn<RegisterValues>;
}

const Kinds = ({ form }: FormProps) => {
  const texts = useRegisterTexts();
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="mb-1.5 text-sm font-medium">{texts.kind}</legend>
      {(['CPF', 'CNPJ'] as const).map((each) => (
        <label key={each} className="flex h-control items-center gap-2">
          <input
            {...form.register('kind')}
            type="radio"
            value={each}
            className="size-4 accent-accent"
          />
          {texts.kinds[each]}
        </label>
      ))}
    </fieldset>
  );
};

interface TextProps extends FormProps {
  readonly name: 'name' | 'document';
  readonly label: string;
  readonly autoComplete: 'name' | 'organization' | 'off';
}

const Text = ({ form, name, label, autoComplete }: TextProps) => (
  <NativeField form={form} name={name} label={label}>
    {(control) => (
      <TextInput
        {...control}
        autoComplete={autoComplete}
        maxLength={name === 'name' ? 120 : 30}
        spellCheck={false}
      />
    )}
  </NativeField>
);

interface NewPasswordProps extends FormProps {
  /** What the password must not be made of, beside the name. */
  readonly known: readonly string[];
}

const NewPassword = ({ form, known }: NewPasswordProps) => {
  const texts = useRegisterTexts();
  return (
    <>
      <NewPasswordField
        form={form}
        name="password"
        label={texts.password}
        hint={texts.passwordHint}
        listGuessableTexts={() => [...known, form.getValues('name')]}
      />
      <PasswordField
        form={form}
        name="again"
        label={texts.passwordAgain}
        autoComplete="new-password"
      />
    </>
  );
};
