import { toast } from '#/web/lib/toast.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import type { CaseName } from './investigation-queries.ts';
import { useInvestigationTexts } from './investigation-texts.ts';

interface RejectDialogProps {
  readonly name: CaseName;
  readonly proposalId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

const RejectDialog = (props: RejectDialogProps) => {
  const texts = useInvestigationTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={texts.rejectTitle}
      description={texts.rejectText}
    >
      <RejectForm {...props} />
    </Dialog>
  );
};

const RejectForm = ({ name: { kind, id }, proposalId, onClose }: RejectDialogProps) => {
  const texts = useInvestigationTexts();
  const write = useWrite('admin.rejectResolution');
  const form = useCheckedForm({
    defaultValues: { reason: '' },
    errorsIn: ({ reason }) => ({
      reason: reason.trim().length < SHORTEST_REASON ? ('evidenceShort' as const) : undefined,
    }),
    errorTexts: { evidenceShort: texts.evidenceShort },
  });
  const reject = ({ reason }: { readonly reason: string }) =>
    write.mutate(
      { kind, id, proposalId, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(texts.rejected);
          onClose();
        },
      },
    );
  return (
    <CheckedForm form={form} onValid={reject} write={write} submitLabel={texts.reject}>
      <FormField form={form} name="reason" label={texts.rejectReason}>
        {(control) => <TextInput {...control} maxLength={LONGEST_REASON} />}
      </FormField>
    </CheckedForm>
  );
};

export default RejectDialog;
