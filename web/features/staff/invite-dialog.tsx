import { useController } from 'react-hook-form';
import { useWrite } from '#/web/lib/use-write.ts';
import { MailedLink } from '#/web/ui/blocks/mailed-link.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { emptyInvite, inviteErrors, type InviteValues } from './invite-form.ts';
import { PermissionMatrix } from './permission-matrix.tsx';
import { useStaffTexts } from './staff-texts.ts';

interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Invites a functionary, with the chosen flags. */
const InviteDialog = ({ open, onClose }: InviteDialogProps) => {
  const { invite } = useStaffTexts();
  return (
    <Dialog open={open} onClose={onClose} title={invite.title} description={invite.text}>
      <InviteForm onClose={onClose} />
    </Dialog>
  );
};

const InviteForm = ({ onClose }: Pick<InviteDialogProps, 'onClose'>) => {
  const texts = useStaffTexts();
  const { invite } = texts;
  const write = useWrite('admin.inviteFunctionary');
  const form = useCheckedForm<InviteValues, 'emailWrong'>({
    defaultValues: emptyInvite,
    errorsIn: inviteErrors,
    errorTexts: { emailWrong: invite.emailWrong },
  });
  const { field } = useController({ control: form.control, name: 'permissions' });
  const send = ({ email, permissions }: InviteValues) =>
    write.mutate({ email: email.trim(), permissions: [...permissions] });
  if (write.data) {
    const { to, url } = write.data;
    const { email } = write.variables;
    return <MailedLink texts={texts} to={to} url={url} email={email} onClose={onClose} />;
  }
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
      <PermissionMatrix flags={field.value} onFlags={field.onChange} />
    </CheckedForm>
  );
};

export default InviteDialog;
