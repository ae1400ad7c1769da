import { isEmail } from '#/web/lib/is-email.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { MailedLink } from '#/web/ui/blocks/mailed-link.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useAdministratorsTexts } from './administrators-texts.ts';

interface InviteDialogProps {
  readonly platformId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

const InviteDialog = (props: InviteDialogProps) => {
  const { invite } = useAdministratorsTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={invite.title}
      description={invite.text}
    >
      <InviteForm {...props} />
    </Dialog>
  );
};

interface InviteValues {
  readonly email: string;
}

const InviteForm = ({ platformId, onClose }: InviteDialogProps) => {
  const texts = useAdministratorsTexts();
  const { invite } = texts;
  const write = useWrite('master.inviteAdministrator');
  const form = useCheckedForm<InviteValues, 'emailWrong'>({
    defaultValues: { email: '' },
    errorsIn: ({ email }) => ({ email: isEmail(email) ? undefined : 'emailWrong' }),
    errorTexts: { emailWrong: invite.emailWrong },
  });
  if (write.data) {
    const { to, url } = write.data;
    const { email } = write.variables;
    return <MailedLink texts={texts} to={to} url={url} email={email} onClose={onClose} />;
  }
  const send = ({ email }: InviteValues) => write.mutate({ platformId, email: email.trim() });
  return (
    <CheckedForm form={form} onValid={send} write={write} submitLabel={invite.submit}>
      <FormField form={form} name="email" label={invite.email}>
        {({ onValue, ...control }) => (
          <TextInput
            {...control}
            onValue={onValue}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        )}
      </FormField>
    </CheckedForm>
  );
};

export default InviteDialog;
