import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm, type FormWrite } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';

interface ReasonDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text: string;
  /** The field's label. */
  readonly label: string;
  readonly submit: string;
  /** For a reason shorter than `shortest`. */
  readonly tooShort: string;
  readonly shortest: number;
  readonly longest: number;
  readonly write: FormWrite;
  /** Trimmed. */
  readonly onReason: (reason: string) => void;
}

const ReasonDialog = (props: ReasonDialogProps) => {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} description={props.text}>
      <ReasonForm {...props} />
    </Dialog>
  );
};

/** Separate from the dialog, so that the form opens empty. */
const ReasonForm = (props: ReasonDialogProps) => {
  const { label, submit, tooShort, shortest, longest, write, onReason } = props;
  const form = useCheckedForm({
    defaultValues: { reason: '' },
    errorsIn: ({ reason }) => ({
      reason: reason.trim().length < shortest ? ('tooShort' as const) : undefined,
    }),
    errorTexts: { tooShort },
  });
  return (
    <CheckedForm
      form={form}
      onValid={({ reason }) => onReason(reason.trim())}
      write={write}
      kind="danger"
      submitLabel={submit}
    >
      <FormField form={form} name="reason" label={label}>
        {(control) => <TextInput {...control} maxLength={longest} />}
      </FormField>
    </CheckedForm>
  );
};

export default ReasonDialog;
