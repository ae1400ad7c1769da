import { useController } from 'react-hook-form';
import { toast } from '#/web/lib/toast.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { useBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { changedMeanwhile, type SavedRecord } from './changed-meanwhile.ts';
import { chooseOver, isSameFlags } from './flags.ts';
import { Meanwhile } from './meanwhile.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';
import { useMayGive } from './staff-context.ts';
import { memberName } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';

interface ChangeDialogProps {
  readonly member: StaffMember;
  readonly open: boolean;
  readonly onClose: () => void;
}

const ChangeDialog = (props: ChangeDialogProps) => {
  const { change } = useStaffTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={change.title(memberName(props.member))}
      description={change.text}
    >
      <ChangeForm {...props} />
    </Dialog>
  );
};

interface ChangeValues {
  readonly permissions: readonly PermissionFlag[];
}

/** A component of its own, so that it opens with the saved flags. */
const ChangeForm = ({ member, onClose }: ChangeDialogProps) => {
  const { change, meanwhile } = useStaffTexts();
  const mayGive = useMayGive();
  const write = useWrite('admin.reviseFunctionary');
  const basis = useBasis<SavedRecord>(member);
  const { saved, previous } = basis;
  const form = useCheckedForm<ChangeValues, never>({
    defaultValues: { permissions: member.permissions },
    errorsIn: () => ({}),
    errorTexts: {},
  });
  const { field } = useController({ control: form.control, name: 'permissions' });
  /** Keeps the user's choice, but not for flags that the user may not give. */
  const onError = async (failure: Error): Promise<void> => {
    const current = await basis.updateOnConflict(failure, changedMeanwhile);
    if (current) field.onChange(chooseOver(current.permissions, field.value, mayGive));
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
  return (
    <CheckedForm
      form={form}
      onValid={save}
      write={write}
      failure={changedMeanwhile(write.error) && ''}
      submitLabel={previous ? change.submitAnyway : change.submit}
    >
      <PermissionMatrix flags={field.value} onFlags={field.onChange} />
      <Meanwhile basis={basis} member={member}>
        <p>{meanwhile.kept}</p>
        <Button
          onClick={() => field.onChange(saved.permissions)}
          className="mt-1 justify-self-start"
        >
          {change.discard}
        </Button>
      </Meanwhile>
    </CheckedForm>
  );
};

export default ChangeDialog;
