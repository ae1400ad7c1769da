import type { ReactNode } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { isOutdated } from '#/web/lib/use-basis.ts';
import { Button } from '#/web/ui/button.tsx';
import { CheckedForm, type FormWrite } from '#/web/ui/form/form.tsx';
import {
  useCheckedForm,
  type FormErrors,
  type UseCheckedFormReturn,
} from '#/web/ui/form/use-checked-form.ts';
import { useFormBasis } from '#/web/ui/form/use-form-basis.ts';
import { LeaveGuard } from '#/web/ui/leave-guard.tsx';
import { ExampleSale } from './example-sale.tsx';
import { Meanwhile } from './meanwhile.tsx';
import {
  differencesBetween,
  trimTexts,
  type Saved,
  type TermsDraft,
  type TermsError,
} from './terms-fields.ts';
import type { TermsToPrice } from './terms-queries.ts';
import { useTermsTexts } from './terms-texts.ts';

interface Outcome {
  readonly onSuccess: () => void;
  readonly onError: (failure: Error) => void;
}

interface EditTermsProps {
  readonly saved: Saved;
  readonly errorsIn: (draft: TermsDraft) => FormErrors<TermsDraft, TermsError>;
  readonly priceExample: (draft: TermsDraft) => TermsToPrice | undefined;
  readonly write: FormWrite;
  /** Sends a valid draft, and the revision that it is based on. */
  readonly send: (draft: TermsDraft, basedOn: number, outcome: Outcome) => void;
  /** The text for a field without a value. */
  readonly unset?: string | undefined;
  /** CSS classes. */
  readonly classes: { readonly all: string; readonly foot: string; readonly example?: string };
  readonly children: (form: UseCheckedFormReturn<TermsDraft>, draft: TermsDraft) => ReactNode;
}

/** A form of terms, beside example sales. */
export const EditTerms = (props: EditTermsProps) => {
  const { saved, errorsIn, priceExample, write, send, unset, classes, children } = props;
  const texts = useTermsTexts();
  const form = useCheckedForm<TermsDraft, TermsError>({
    defaultValues: saved.values,
    errorsIn,
    errorTexts: texts.errors,
  });
  const { isDirty } = form.formState;
  const basis = useFormBasis(form, saved, differencesBetween);
  const draft = form.watch();
  const save = (values: TermsDraft, { revision }: Pick<Saved, 'revision'> = basis): void => {
    const terms = trimTexts(values);
    basis.noteSent(terms);
    send(terms, revision, {
      onSuccess: () => {
        toast.success(texts.saved);
        basis.moveTo(values, terms);
      },
      onError: (failure) =>
        basis.onRefused(failure, { values, again: (newer) => save(values, newer) }),
    });
  };
  return (
    <div className={classes.all}>
      <CheckedForm
        form={form}
        onValid={(values) => save(values)}
        write={write}
        // No text if `Meanwhile` lists the changes.
        failure={isOutdated(write.error) && basis.changes.length > 0 ? '' : undefined}
        submitLabel={texts.save}
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
        footClassName={classes.foot}
        actions={
          isDirty && (
            <>
              <p role="status" className="mr-auto text-ink-muted">
                {texts.unsaved}
              </p>
              <Button onClick={() => form.reset(saved.values)}>{texts.discard}</Button>
            </>
          )
        }
      >
        {children(form, draft)}
        <Meanwhile changes={basis.changes} at={saved.changedAt} unset={unset} />
      </CheckedForm>
      <ExampleSale
        saved={saved.values}
        draft={draft}
        priceExample={priceExample}
        className={classes.example}
      />
      <LeaveGuard hasUnsaved={isDirty} />
    </div>
  );
};
