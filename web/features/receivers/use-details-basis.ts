import type { UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { useFormBasis } from '#/web/ui/form/use-form-basis.ts';
import { changesBetween, withoutChanges } from './detail-changes.ts';
import type { ReceiverValues } from './receiver-fields.ts';

interface SavedDetails {
  readonly values: ReceiverValues;
  readonly revision: number;
}

export type DetailsBasis = ReturnType<typeof useDetailsBasis>;

/** As `useFormBasis`. `before`: the details that this user had seen, if others changed them while the user was editing. */
export const useDetailsBasis = (
  form: UseCheckedFormReturn<ReceiverValues>,
  latest: SavedDetails,
) => {
  const basis = useFormBasis(form, latest, changesBetween);
  const seen = withoutChanges(basis.values, basis.changes);
  const before = changesBetween(seen, basis.values).length === 0 ? undefined : seen;
  return { ...basis, before };
};
