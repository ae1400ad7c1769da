import { toast } from '#/web/lib/toast.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import type { PersonRef } from './factor-reset-queries.ts';
import { useFactorResetTexts } from './factor-reset-texts.ts';

interface AskDialogProps {
  readonly who: PersonRef;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Requests a reset, which another member of staff must confirm. */
const AskDialog = (props: AskDialogProps) => {
  const { ask } = useFactorResetTexts();
  return (
    <Dialog open={props.open} onClose={props.onClose} title={ask.title} description={ask.text}>
      <AskForm {...props} />
    </Dialog>
  );
};

const AskForm = ({ who, onClose }: AskDialogProps) => {
  const { ask } = useFactorResetTexts();
  const write = useWrite('admin.askFactorReset');
  const form = useCheckedForm({
    defaultValues: { reason: '' },
    errorsIn: ({ reason }) => ({
      reason: reason.trim().length < SHORTEST_REASON ? ('reasonShort' as const) : undefined,
    }),
    errorTexts: { reasonShort: ask.reasonShort },
  });
  const send = ({ reason }: { readonly reason: string }) =>
    write.mutate(
      { ...who, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(ask.done);
          onClose();
        },
      },
    );
  return (
    <CheckedForm form={form} onValid={send} write={write} submitLabel={ask.submit}>
      <FormField form={form} name="reason" label={ask.reason}>
        {(control) => <TextInput {...control} maxLength={LONGEST_REASON} />}
      </FormField>
    </CheckedForm>
  );
};

export default AskDialog;
