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
  /** The label of the reason's field. */
  readonly label: string;
  readonly submit: string;
  /** The error for a reason with fewer characters than `shortest`. */
  readonly tooShort: string;
  readonly shortest: number;
  readonly longest: number;
  readonly write: FormWrite;
  /** Called with the trimmed reason. */
  readonly onReason: (reason: string) => void;
}

/** Asks for the reason of a refusal, which is recorded with it. */
const ReasonDialog = (props: ReasonDialogProps) => {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} description={props.text}>
      <ReasonForm {...props} />
    </Dialog>
  );
};

/** Separate from the dialog, whose content is unmounted on closing: so the form is empty each time it opens. */
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
