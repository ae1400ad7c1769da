import { LONGEST_REASON } from '#/domain/values/reason-length.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm, type FormWrite } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { reasonErrors, type ReasonValues } from './reason-form.ts';
import { useReviewTexts } from './review-texts.ts';

interface ReasonDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly label: string;
  readonly kind: 'danger' | 'primary';
  readonly write: FormWrite;
  /** Called with the trimmed reason. */
  readonly onValues: (values: ReasonValues) => void;
}

/** The reason is recorded with the decision. */
const ReasonDialog = (props: ReasonDialogProps) => {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} description={props.text}>
      <ReasonForm {...props} />
    </Dialog>
  );
};

/** A component of its own, so that the form opens empty. */
const ReasonForm = (props: ReasonDialogProps) => {
  const review = useReviewTexts();
  const form = useCheckedForm({
    defaultValues: { reason: '' },
    errorsIn: reasonErrors,
    errorTexts: { reasonShort: review.reasonShort },
  });
  return (
    <CheckedForm
      form={form}
      onValid={({ reason }) => props.onValues({ reason: reason.trim() })}
      write={props.write}
      kind={props.kind}
      submitLabel={props.submit}
    >
      <FormField form={form} name="reason" label={props.label}>
        {(control) => <TextInput {...control} maxLength={LONGEST_REASON} />}
      </FormField>
    </CheckedForm>
  );
};

export default ReasonDialog;
