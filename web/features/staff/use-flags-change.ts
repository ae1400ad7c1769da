import { useController } from 'react-hook-form';
import type { StaffMember } from '#/api/contract/staff.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { toast } from '#/web/lib/toast.ts';
import { useBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { changedMeanwhile, type SavedRecord } from './changed-meanwhile.ts';
import { chooseOver, isSameFlags } from './flags.ts';
import { useMayGive } from './staff-context.ts';
import { useStaffTexts } from './staff-texts.ts';

interface ChangeValues {
  readonly permissions: readonly PermissionFlag[];
}

interface FlagsChange {
  readonly member: StaffMember;
  /** Called once the flags are saved. */
  readonly onClose: () => void;
}

/** The form of a functionary's flags, and how it is saved. */
export const useFlagsChange = ({ member, onClose }: FlagsChange) => {
  const { change } = useStaffTexts();
  const mayGive = useMayGive();
  const write = useWrite('admin.reviseFunctionary');
  const basis = useBasis<SavedRecord>(member);
  const { saved } = basis;
  const form = useCheckedForm<ChangeValues, never>({
    defaultValues: { permissions: member.permissions },
    errorsIn: () => ({}),
    errorTexts: {},
  });
  const { field } = useController({ control: form.control, name: 'permissions' });
  /** After a conflict, keeps the user's choice, also of flags chosen since the save began, but not for flags that the user may not give. */
  const onError = async (failure: Error): Promise<void> => {
    const current = await basis.updateOnConflict(failure, changedMeanwhile);
    if (!current) return;
    field.onChange(chooseOver(current.permissions, form.getValues('permissions'), mayGive));
  };
  const save = ({ permissions }: ChangeValues): void => {
    if (isSameFlags(permissions, saved.permissions)) return onClose();
    const revised = { permissions: [...permissions], basedOn: saved.revision };
    const onSuccess = (): void => {
      toast.success(change.done);
      onClose();
    };
    return write.mutate(
      { staffId: member.staffId, ...revised },
      { onSuccess, onError: (failure) => void onError(failure) },
    );
  };
  return { form, write, basis, save, flags: field.value, setFlags: field.onChange };
};
