import { useQueryClient } from '@tanstack/react-query';
import { toast } from '#/web/lib/toast.ts';
import { ProblemError } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { LeaveGuard } from '#/web/ui/leave-guard.tsx';
import { ExampleSale } from './example-sale.tsx';
import { Meanwhile } from './meanwhile.tsx';
import {
  differencesBetween,
  termsErrors,
  termsIn,
  type SavedTerms,
  type TermsDraft,
  type TermsError,
} from './terms-fields.ts';
import { termsQuery } from './terms-queries.ts';
import { TermsSections } from './terms-sections.tsx';
import { useTermsTexts } from './terms-texts.ts';
import { useBasis } from './use-basis.ts';

const FOOT =
  'sticky bottom-0 z-10 -mx-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3';

const isOutdated = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'record/changed-meanwhile';

/** The terms with the sales that they lead to beside them. */
export const TermsForm = ({ saved }: { readonly saved: SavedTerms }) => {
  const texts = useTermsTexts();
  const client = useQueryClient();
  const write = useWrite('admin.revisePlatformTerms');
  const form = useCheckedForm<TermsDraft, TermsError>({
    defaultValues: saved.terms,
    errorsIn: termsErrors,
    errorTexts: texts.errors,
  });
  const { isDirty } = form.formState;
  const basis = useBasis(form, saved);
  const draft = form.watch();
  const save = (values: TermsDraft, basedOn = basis.revision): void => {
    const terms = termsIn(values);
    if (!terms) return;
    const onSuccess = (): void => {
      toast.success(texts.saved);
      basis.moveTo(terms);
    };
    const onError = async (failure: Error): Promise<void> => {
      if (!isOutdated(failure)) return;
      const now = await client.fetchQuery(termsQuery);
      // Routes are on the same record: perhaps no term has changed.
      if (differencesBetween(basis.terms, now.terms).length === 0) save(values, now.revision);
    };
    write.mutate(
      { terms, basedOn },
      { onSuccess, onError: (failure) => void onError(failure).catch(() => undefined) },
    );
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_27rem]">
      <CheckedForm
        form={form}
        onValid={(values) => save(values)}
        write={write}
        // `Meanwhile` says more.
        failure={isOutdated(write.error) && basis.changes.length > 0 ? '' : undefined}
        submitLabel={texts.save}
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
        footClassName={FOOT}
        actions={
          isDirty && (
            <>
              <p role="status" className="mr-auto text-ink-muted">
                {texts.unsaved}
              </p>
              <Button onClick={() => form.reset(saved.terms)}>{texts.discard}</Button>
            </>
          )
        }
      >
        <TermsSections form={form} draft={draft} />
        <Meanwhile changes={basis.changes} at={saved.changedAt} />
      </CheckedForm>
      <ExampleSale saved={saved.terms} draft={draft} />
      <LeaveGuard hasUnsaved={isDirty} />
    </div>
  );
};
