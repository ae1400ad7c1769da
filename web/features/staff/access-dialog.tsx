import { toast } from '#/web/lib/toast.ts';
import { useBasis } from '#/web/lib/use-basis.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { changedMeanwhile, type SavedRecord } from './changed-meanwhile.ts';
import { Meanwhile } from './meanwhile.tsx';
import { memberName } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';

const procedures = {
  block: 'admin.blockFunctionary',
  unblock: 'admin.restoreFunctionary',
} as const;

interface AccessDialogProps {
  readonly member: StaffMember;
  readonly action: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after the change, when the person is in the other list. */
  readonly onDone: () => void;
}

/** Explains the effect of the change before the user confirms it. */
const AccessDialog = (props: AccessDialogProps) => {
  const texts = useStaffTexts()[props.action];
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={texts.title(memberName(props.member))}
      description={texts.text}
    >
      <ConfirmAccessChange {...props} />
    </Dialog>
  );
};

const ConfirmAccessChange = ({ member, action, onClose, onDone }: AccessDialogProps) => {
  const texts = useStaffTexts()[action];
  const write = useWrite(procedures[action]);
  const basis = useBasis<SavedRecord>(member);
  const { staffId } = member;
  const onSuccess = (): void => {
    toast.success(texts.done);
    onDone();
  };
  const confirm = () =>
    write.mutate(
      { staffId, basedOn: basis.saved.revision },
      { onSuccess, onError: (failure) => void basis.updateOnConflict(failure, changedMeanwhile) },
    );
  return (
    <div className="grid gap-4">
      <Meanwhile basis={basis} member={member} />
      <Confirm
        submit={texts.submit}
        kind={action === 'block' ? 'danger' : 'primary'}
        write={write}
        failure={changedMeanwhile(write.error) ? '' : undefined}
        onConfirm={confirm}
        onClose={onClose}
      />
    </div>
  );
};

export default AccessDialog;
