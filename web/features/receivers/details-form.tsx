import { toast } from '#/web/lib/toast.ts';
import type { DocumentType } from '#/domain/brazil/document.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { BankSuggestions } from './bank-suggestions.tsx';
import { groupsOf, type Group, type ReceiverValues } from './receiver-fields.ts';
import { receiverErrors, receiverInput, receiverValues } from './receiver-form.ts';
import { GroupFields } from './receiver-group.tsx';
import type { OwnReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';

interface DetailsFormProps {
  readonly details: OwnReceiver['details'];
  readonly documentType: DocumentType;
}

/** The seller's registration data, without the files; typed values stay until they are saved. */
export const DetailsForm = ({ details, documentType }: DetailsFormProps) => {
  const texts = useReceiverTexts();
  const write = useWrite('seller.reviseReceiver');
  const form = useCheckedForm({
    defaultValues: receiverValues(details),
    errorsIn: (values) => receiverErrors(values, documentType),
    errorTexts: { missing: texts.missing, wrong: texts.wrong },
  });
  const legendOf = (group: Group): string =>
    group === 'person' ? texts.groups.person[documentType] : texts.groups[group];
  const save = (values: ReceiverValues) => {
    const input = receiverInput(values, documentType);
    if (input) write.mutate(input, { onSuccess: () => toast.success(texts.saved) });
  };
  const hasErrors = Object.keys(form.formState.errors).length > 0;
  return (
    <CheckedForm
      form={form}
      onValid={save}
      write={write}
      failure={hasErrors ? texts.wrongSome : undefined}
      submitLabel={texts.save}
      className="grid gap-6"
      submitClassName="justify-self-start"
    >
      <BankSuggestions />
      {groupsOf(documentType).map((group) => (
        <GroupFields key={group} group={group} legend={legendOf(group)} form={form} />
      ))}
    </CheckedForm>
  );
};
