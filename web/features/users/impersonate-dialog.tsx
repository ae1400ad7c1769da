import { useMutation } from '@tanstack/react-query';
import { LONGEST_REASON, SHORTEST_IMPERSONATION_REASON } from '#/domain/values/reason-length.ts';
import { mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { tellTabs } from '#/web/lib/session-news.ts';
import { withStepUp } from '#/web/lib/step-up.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { userName, type SellerDetail } from './users-queries.ts';
import { useUsersTexts } from './users-texts.ts';

interface ImpersonateDialogProps {
  readonly seller: SellerDetail;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what staff see and who is notified, and asks for a reason. */
const ImpersonateDialog = ({ seller, open, onClose }: ImpersonateDialogProps) => {
  const { impersonate } = useUsersTexts();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={impersonate.title(userName(seller))}
      description={impersonate.text}
    >
      <ReasonForm seller={seller} />
    </Dialog>
  );
};

const ReasonForm = ({ seller: { sellerId } }: Pick<ImpersonateDialogProps, 'seller'>) => {
  const { impersonate } = useUsersTexts();
  const write = useMutation({
    mutationFn: (reason: string) => {
      const idempotencyKey = newIdempotencyKey();
      const input = { sellerId, reason };
      return withStepUp(() => mutate('admin.beginImpersonation', input, { idempotencyKey }));
    },
    onSuccess: () => {
      tellTabs('signed-in');
      // A full page load discards the former session's data; `/` leads to the new home.
      window.location.assign('/');
    },
  });
  const form = useCheckedForm<{ readonly reason: string }, 'reasonShort'>({
    defaultValues: { reason: '' },
    errorsIn: ({ reason }) => ({
      reason: reason.trim().length < SHORTEST_IMPERSONATION_REASON ? 'reasonShort' : undefined,
    }),
    errorTexts: { reasonShort: impersonate.reasonShort },
  });
  return (
    <CheckedForm
      form={form}
      onValid={({ reason }) => write.mutate(reason.trim())}
      write={write}
      submitLabel={impersonate.submit}
    >
      <FormField form={form} name="reason" label={impersonate.reason} hint={impersonate.reasonHint}>
        {(control) => <TextInput {...control} autoComplete="off" maxLength={LONGEST_REASON} />}
      </FormField>
    </CheckedForm>
  );
};

export default ImpersonateDialog;
