import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { DocumentType } from '#/domain/brazil/document.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import { toast } from '#/web/lib/toast.ts';
import { isOutdated } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { BankSuggestions } from './bank-suggestions.tsx';
import type { StoredInput } from './receiver-draft.ts';
import { groupsOf, type Group, type ReceiverValues } from './receiver-fields.ts';
import { receiverErrors, receiverInput, receiverValues } from './receiver-form.ts';
import { GroupFields } from './receiver-group.tsx';
import { ownReceiverQuery, type OwnReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { useDetailsBasis } from './use-details-basis.ts';
import { useReceiverDraft } from './use-receiver-draft.ts';

// Lazy: few users leave with unsaved input.
const DraftNotice = lazy(() => import('./draft-notice.tsx'));
// Lazy: few users edit in two places.
const DetailsMeanwhile = lazy(() => import('./details-meanwhile.tsx'));

interface DetailsFormProps {
  readonly details: OwnReceiver['details'];
  /** The details' revision. */
  readonly revision: number;
  readonly documentType: DocumentType;
  /** Unsaved input; undefined: none is stored. */
  readonly stored: StoredValue<StoredInput> | undefined;
}

/** Registration data without files. Unsaved input is stored, so that it outlives leaving the page. */
export const DetailsForm = ({ details, revision, documentType, stored }: DetailsFormProps) => {
  const texts = useReceiverTexts();
  const client = useQueryClient();
  const write = useWrite('seller.reviseReceiver');
  const saved = useMemo(() => receiverValues(details), [details]);
  const form = useCheckedForm({
    defaultValues: saved,
    errorsIn: (values) => receiverErrors(values, documentType),
    errorTexts: { missing: texts.missing, wrong: texts.wrong },
  });
  // Must come before `useReceiverDraft`, so that the stored draft holds the user's changes to the newest details.
  const basis = useDetailsBasis(form, { saved, revision });
  const draft = useReceiverDraft({ form, saved, stored, onSeen: basis.noteSeen });
  const legendOf = (group: Group): string =>
    group === 'person' ? texts.groups.person[documentType] : texts.groups[group];
  const save = (values: ReceiverValues) => {
    const input = receiverInput(values, documentType);
    const onSuccess = (): void => {
      toast.success(texts.saved);
      draft.forget();
      basis.moveTo(values);
    };
    const onError = (failure: Error): void => {
      basis.noteRefusal(failure);
      // The read brings the current details into the form.
      if (isOutdated(failure)) void client.refetchQueries({ queryKey: ownReceiverQuery.queryKey });
    };
    if (input) write.mutate({ ...input, basedOn: basis.revision }, { onSuccess, onError });
  };
  const hasErrors = Object.keys(form.formState.errors).length > 0;
  // No text if `DetailsMeanwhile` lists the changes.
  const failure = isOutdated(write.error) && basis.before ? '' : undefined;
  return (
    <CheckedForm
      form={form}
      onValid={save}
      write={write}
      failure={hasErrors ? texts.wrongSome : failure}
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
      {basis.before && (
        <Suspense>
          <DetailsMeanwhile
            who="editor"
            before={basis.before}
            now={saved}
            documentType={documentType}
          />
        </Suspense>
      )}
    </CheckedForm>
  );
};
