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
import type { OwnReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { useDetailsBasis, type DetailsBasis } from './use-details-basis.ts';
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
  const write = useWrite('seller.reviseReceiver');
  const saved = useMemo(() => receiverValues(details), [details]);
  const form = useCheckedForm({
    defaultValues: saved,
    errorsIn: (values) => receiverErrors(values, documentType),
    errorTexts: { missing: texts.missing, wrong: texts.wrong },
  });
  const basis = useDetailsBasis(form, { values: saved, revision });
  const draft = useReceiverDraft({ form, basis, stored });
  const legendOf = (group: Group): string =>
    group === 'person' ? texts.groups.person[documentType] : texts.groups[group];
  const save = (
    values: ReceiverValues,
    { revision: basedOn }: Pick<DetailsBasis, 'revision'> = basis,
  ): void => {
    const input = receiverInput(values, documentType);
    if (!input) return;
    const recorded = receiverValues(input);
    const onSuccess = (): void => {
      toast.success(texts.saved);
      draft.forget();
      basis.moveTo(values, recorded);
    };
    const onError = (failure: Error): void =>
      basis.onRefused(failure, { values, again: (newer) => save(values, newer) });
    basis.noteSent(recorded);
    write.mutate({ ...input, basedOn }, { onSuccess, onError });
  };
  const hasErrors = Object.keys(form.formState.errors).length > 0;
  // No text if `DetailsMeanwhile` lists the changes.
  const failure = isOutdated(write.error) && basis.before ? '' : undefined;
  return (
    <CheckedForm
      form={form}
      onValid={(values) => save(values)}
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
            now={basis.values}
            documentType={documentType}
          />
        </Suspense>
      )}
    </CheckedForm>
  );
};
