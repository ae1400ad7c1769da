import { lazy, Suspense, useMemo } from 'react';
import type { DocumentType } from '#/domain/brazil/document.ts';
import type { Draft } from '#/web/lib/drafts.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { BankSuggestions } from './bank-suggestions.tsx';
import { groupsOf, type Group, type ReceiverValues } from './receiver-fields.ts';
import { receiverErrors, receiverInput, receiverValues } from './receiver-form.ts';
import { GroupFields } from './receiver-group.tsx';
import type { OwnReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { useReceiverDraft } from './use-receiver-draft.ts';

// Lazy, because few users leave the page with unsaved input.
const DraftNotice = lazy(() => import('./draft-notice.tsx'));

interface DetailsFormProps {
  readonly details: OwnReceiver['details'];
  readonly documentType: DocumentType;
  /** The unsaved input; undefined if none is to be stored. */
  readonly stored: StoredValue<Draft> | undefined;
}

/** The seller's registration data, without the files. Unsaved input is kept, also when the user leaves the page. */
export const DetailsForm = ({ details, documentType, stored }: DetailsFormProps) => {
  const texts = useReceiverTexts();
  const write = useWrite('seller.reviseReceiver');
  const saved = useMemo(() => receiverValues(details), [details]);
  const form = useCheckedForm({
    defaultValues: saved,
    errorsIn: (values) => receiverErrors(values, documentType),
    errorTexts: { missing: texts.missing, wrong: texts.wrong },
  });
  const draft = useReceiverDraft({ form, saved, stored });
  const legendOf = (group: Group): string =>
    group === 'person' ? texts.groups.person[documentType] : texts.groups[group];
  const save = (values: ReceiverValues) => {
    const input = receiverInput(values, documentType);
    const onSuccess = (): void => {
      toast.success(texts.saved);
      draft.done();
    };
    if (input) write.mutate(input, { onSuccess });
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
      {draft.isRestored && (
        <Suspense>
          <DraftNotice onUndo={draft.undo} />
        </Suspense>
      )}
      <BankSuggestions />
      {groupsOf(documentType).map((group) => (
        <GroupFields key={group} group={group} legend={legendOf(group)} form={form} />
      ))}
    </CheckedForm>
  );
};
