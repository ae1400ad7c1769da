import { toast } from '#/web/lib/toast.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
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
      <Confirm {...props} />
    </Dialog>
  );
};

const Confirm = ({ member, kind, onClose, onDone }: AccessDialogProps) => {
  const words = useStaffTexts()[kind];
  const { common } = useUiTexts();
  const language = useLanguage();
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
      <div role="alert" className="text-negative empty:hidden">
        {write.error && !changedMeanwhile(write.error) && failureText(write.error, language)}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          kind={kind === 'block' ? 'danger' : 'primary'}
          pending={write.isPending}
          onClick={confirm}
        >
          {words.submit}
        </Button>
      </div>
    </div>
  );
};

export default AccessDialog;
