import { lazy, Suspense } from 'react';
import { useController } from 'react-hook-form';
import type { Acquiring } from '#/api/contract/acquiring.ts';
import type { Purpose } from '#/domain/acquiring/route.ts';
import { toast } from '#/web/lib/toast.ts';
import { isOutdated } from '#/web/lib/use-basis.ts';
import { Button } from '#/web/ui/button.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm, type UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { useFormBasis } from '#/web/ui/form/use-form-basis.ts';
import { LeaveGuard } from '#/web/ui/leave-guard.tsx';
import { useAcquiringTexts } from './acquiring-texts.ts';
import {
  differencesBetween,
  purposes,
  routesErrors,
  type RoutesError,
  type RoutesValues,
  type SavedRoutes,
} from './route-draft.ts';
import { RouteEditor } from './route-editor.tsx';
import { SuspensionLimits } from './suspension-limits.tsx';
import { useSaveRoutes } from './use-save-routes.ts';

// Lazy: few users edit at the same time as others.
const RoutesMeanwhile = lazy(() => import('./routes-meanwhile.tsx'));

interface RoutesFormProps {
  readonly acquiring: Acquiring;
  /** Undefined: the platform's routes. */
  readonly sellerId: string | undefined;
  readonly saved: SavedRoutes;
}

/** The form of the routes, and how it is saved. */
const useRoutesForm = ({ acquiring, sellerId, saved }: RoutesFormProps) => {
  const texts = useAcquiringTexts();
  const { send, isPending, error } = useSaveRoutes(sellerId);
  const form = useCheckedForm<RoutesValues, RoutesError>({
    defaultValues: saved.values,
    errorsIn: (values) => routesErrors(values, acquiring.acquirers),
    // Empty texts: the route's editor itself shows what is wrong.
    errorTexts: {
      sum: '',
      unconnected: '',
      answeredBelow: texts.answeredBelowWrong,
      slowerThan: texts.slowerThanWrong,
    },
    isCheckedAtOnce: true,
  });
  const basis = useFormBasis(form, saved, differencesBetween);
  const save = (
    values: RoutesValues,
    { revision }: Pick<SavedRoutes, 'revision'> = basis,
  ): void => {
    basis.noteSent(values);
    send(values, revision, {
      onSuccess: () => {
        toast.success(texts.saved);
        basis.moveTo(values);
      },
      onError: (failure) =>
        basis.onRefused(failure, { values, again: (newer) => save(values, newer) }),
    });
  };
  return { form, basis, save, isPending, error };
};

/** The platform's routes with its limits, or a seller's routes. */
export const RoutesForm = (props: RoutesFormProps) => {
  const { acquiring, sellerId } = props;
  const texts = useAcquiringTexts();
  const { form, basis, save, isPending, error } = useRoutesForm(props);
  const { isDirty, errors } = form.formState;
  const isSound = Object.keys(errors).length === 0;
  const hasChanges = basis.changes.length > 0;
  return (
    <CheckedForm
      form={form}
      onValid={(values) => save(values)}
      write={{ isPending, error: isDirty ? error : null }}
      // No text if `RoutesMeanwhile` lists the changes.
      failure={isOutdated(error) && hasChanges ? '' : undefined}
      submitLabel={texts.save}
      isSubmittable={isDirty && isSound}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      footClassName="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-5 py-3"
      actions={
        <>
          <p role="status" className={isSound ? 'mr-auto text-ink-muted' : 'mr-auto text-negative'}>
            {isDirty && (isSound ? texts.unsaved : texts.unsound)}
          </p>
          <Button disabled={!isDirty || isPending} onClick={() => form.reset(basis.values)}>
            {texts.discard}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        {purposes.map((purpose) => (
          <RouteField
            key={purpose}
            form={form}
            purpose={purpose}
            acquiring={acquiring}
            isOfSeller={sellerId !== undefined}
          />
        ))}
      </div>
      {sellerId === undefined && <SuspensionLimits form={form} />}
      {hasChanges && (
        <Suspense>
          <RoutesMeanwhile changes={basis.changes} acquirers={acquiring.acquirers} />
        </Suspense>
      )}
      <LeaveGuard hasUnsaved={isDirty} />
    </CheckedForm>
  );
};

interface RouteFieldProps extends Pick<RoutesFormProps, 'acquiring'> {
  readonly form: UseCheckedFormReturn<RoutesValues>;
  readonly purpose: Purpose;
  readonly isOfSeller: boolean;
}

const RouteField = ({ form, purpose, acquiring, isOfSeller }: RouteFieldProps) => {
  const { field } = useController({ control: form.control, name: purpose });
  return (
    <RouteEditor
      purpose={purpose}
      route={field.value ?? undefined}
      acquirers={acquiring.acquirers}
      platformRoute={isOfSeller ? acquiring.routes[purpose] : undefined}
      onChange={(route) => field.onChange(route ?? null)}
    />
  );
};
