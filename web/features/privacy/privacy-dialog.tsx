import { toast } from '#/web/lib/toast.ts';
import type { SubjectState } from '#/api/contract/privacy.ts';
import { LONGEST_REASON } from '#/domain/values/reason-length.ts';
import { saveFile } from '#/web/lib/save-file.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm, type UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { useTexts, translateCode } from '#/web/i18n/texts.ts';
import { outlookOf } from './erasure-outlook.ts';
import { privacyErrors, type PrivacyValues } from './privacy-form.ts';

interface PrivacyDialogProps {
  readonly person: SubjectState;
  readonly paymentId: string;
  readonly asking: 'export' | 'erase' | undefined;
  readonly onClose: () => void;
}

/** Asks for the reason of an export or erasure; an erasure also needs a typed confirmation. */
export const PrivacyDialog = (props: PrivacyDialogProps) => {
  const { privacy } = useTexts();
  const { asking, onClose } = props;
  const erases = asking === 'erase';
  return (
    <Dialog
      open={asking !== undefined}
      onClose={onClose}
      title={erases ? privacy.eraseTitle : privacy.exportTitle}
      description={erases ? privacy.eraseText : privacy.exportText}
    >
      {erases ? <EraseForm {...props} /> : <ExportForm {...props} />}
    </Dialog>
  );
};

const usePrivacyForm = (confirmWord?: string) => {
  const { reasonShort, confirmWrong } = useTexts().privacy;
  return useCheckedForm({
    defaultValues: { reason: '', typed: '' },
    errorsIn: (values: PrivacyValues) => privacyErrors(values, confirmWord),
    errorTexts: { reasonShort, confirmWrong },
  });
};

const ReasonField = ({ form }: { readonly form: UseCheckedFormReturn<PrivacyValues> }) => {
  const { privacy } = useTexts();
  return (
    <FormField form={form} name="reason" label={privacy.reason} hint={privacy.reasonHint}>
      {(control) => <TextInput {...control} maxLength={LONGEST_REASON} />}
    </FormField>
  );
};

const ExportForm = ({ paymentId, person, onClose }: PrivacyDialogProps) => {
  const { privacy } = useTexts();
  const form = usePrivacyForm();
  const write = useWrite('admin.exportSubject');
  const download = ({ reason }: PrivacyValues) =>
    write.mutate(
      { paymentId, reason: reason.trim() },
      {
        onSuccess: (data) => {
          const text = JSON.stringify(data, null, 2);
          saveFile(new Blob([text], { type: 'application/json' }), `${person.subject}.json`);
          onClose();
        },
      },
    );
  return (
    <CheckedForm form={form} onValid={download} write={write} submitLabel={privacy.export}>
      <ReasonField form={form} />
    </CheckedForm>
  );
};

const EraseForm = ({ paymentId, person, onClose }: PrivacyDialogProps) => {
  const { privacy } = useTexts();
  const form = usePrivacyForm(privacy.confirmWord);
  const write = useWrite('admin.requestErasure');
  const { goes, stays } = outlookOf(person);
  const erase = ({ reason }: PrivacyValues) =>
    write.mutate(
      { paymentId, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(privacy.eraseDone);
          onClose();
        },
      },
    );
  const namesOf = (classes: typeof goes) =>
    classes.map((each) => translateCode(privacy.class, each.class)).join(' · ');
  return (
    <CheckedForm
      form={form}
      onValid={erase}
      write={write}
      kind="danger"
      submitLabel={privacy.erase}
    >
      {goes.length > 0 && <p>{privacy.goesNow(namesOf(goes))}</p>}
      {stays.length > 0 && <p>{privacy.goesLater(namesOf(stays))}</p>}
      <ReasonField form={form} />
      <FormField form={form} name="typed" label={privacy.confirm(privacy.confirmWord)}>
        {(control) => <TextInput {...control} autoComplete="off" />}
      </FormField>
    </CheckedForm>
  );
};
