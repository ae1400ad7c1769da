import { toast } from '#/web/lib/toast.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useUiTexts } from '#/web/ui/texts.ts';
import { changedMeanwhile } from './changed-meanwhile.ts';
import { Meanwhile } from './meanwhile.tsx';
import { memberName } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';
import { useBasis } from './use-basis.ts';

const procedures = {
  block: 'admin.blockFunctionary',
  restore: 'admin.restoreFunctionary',
} as const;

interface AccessDialogProps {
  readonly member: StaffMember;
  readonly kind: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The person is in the other list from now on. */
  readonly onDone: () => void;
}

/** Says what blocking or restoring does, and does it. */
const AccessDialog = (props: AccessDialogProps) => {
  const texts = useStaffTexts();
  const { common } = useUiTexts();
  const words = texts[props.kind];
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={words.title(memberName(props.member))}
      description={words.text}
      closeLabel={common.close}
    >
      <Change {...props} />
    </Dialog>
  );
};

const Change = ({ member, kind, onClose, onDone }: AccessDialogProps) => {
  const words = useStaffTexts()[kind];
  const write = useWrite(procedures[kind]);
  const basis = useBasis(member);
  const { staffId } = member;
  const onSuccess = (): void => {
    toast.success(words.done);
    onDone();
  };
  const confirm = () =>
    write.mutate(
      { staffId, basedOn: basis.saved.revision },
      { onSuccess, onError: (failure) => void basis.moveTo(failure) },
    );
  return (
    <div className="grid gap-4">
      <Meanwhile basis={basis} member={member} />
      <Confirm
        submit={words.submit}
        kind={kind === 'block' ? 'danger' : 'primary'}
        write={write}
        failure={changedMeanwhile(write.error) ? '' : undefined}
        onConfirm={confirm}
        onClose={onClose}
      />
    </div>
  );
};

export default AccessDialog;
