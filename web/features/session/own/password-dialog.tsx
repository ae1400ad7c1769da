import { NewPasswordField } from '#/web/features/session/new-password/new-password-field.tsx';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { FixedEmail } from '#/web/ui/form/fixed-email.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { PasswordField } from '#/web/ui/form/password-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import {
  isGuessable,
  passwordErrors,
  type PasswordError,
  type PasswordValues,
} from './password-form.ts';
import { usePasswordTexts } from './password-texts.ts';

interface PasswordDialogProps {
  readonly email: string;
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A step-up may ask for the present password or a code first. */
const PasswordDialog = ({ email, name, open, onClose }: PasswordDialogProps) => {
  const texts = usePasswordTexts();
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} description={texts.text}>
      <PasswordForm email={email} name={name} />
    </Dialog>
  );
};

const PasswordForm = ({ email, name }: Pick<PasswordDialogProps, 'email' | 'name'>) => {
  const texts = usePasswordTexts();
  const write = useWrite('person.changePassword');
  const form = useCheckedForm<PasswordValues, PasswordError>({
    defaultValues: { password: '', again: '' },
    errorsIn: passwordErrors,
    errorTexts: texts.errors,
  });
  const send = ({ password }: PasswordValues): void =>
    write.mutate(
      { password },
      {
        onError: (failure) => {
          if (isGuessable(failure)) form.setError('password', { type: 'guessable' });
        },
      },
    );
  if (write.isSuccess) return <p role="status">{texts.done}</p>;
  return (
    <CheckedForm
      form={form}
      onValid={send}
      write={write}
      failure={isGuessable(write.error) ? '' : undefined}
      submitLabel={texts.submit}
    >
      <FixedEmail label={texts.email} email={email} />
      <NewPasswordField
        form={form}
        name="password"
        label={texts.password}
        hint={texts.hint}
        listGuessableTexts={() => [email, name]}
      />
      <PasswordField form={form} name="again" label={texts.again} autoComplete="new-password" />
    </CheckedForm>
  );
};

export default PasswordDialog;
