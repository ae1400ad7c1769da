import type { StaffMember } from '#/api/contract/staff.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { changedMeanwhile } from './changed-meanwhile.ts';
import { Meanwhile } from './meanwhile.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';
import { memberName } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';
import { useFlagsChange } from './use-flags-change.ts';

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

/** A component of its own, so that it opens with the saved flags. */
const ChangeForm = (props: ChangeDialogProps) => {
  const { change, meanwhile } = useStaffTexts();
  const { form, write, basis, save, flags, setFlags } = useFlagsChange(props);
  return (
    <CheckedForm
      form={form}
      onValid={save}
      write={write}
      failure={changedMeanwhile(write.error) && ''}
      submitLabel={basis.previous ? change.submitAnyway : change.submit}
    >
      <PermissionMatrix flags={flags} onFlags={setFlags} />
      <Meanwhile basis={basis} member={props.member}>
        <p>{meanwhile.kept}</p>
        <Button
          onClick={() => setFlags(basis.saved.permissions)}
          className="mt-1 justify-self-start"
        >
          {change.discard}
        </Button>
      </Meanwhile>
    </CheckedForm>
  );
};

export default ChangeDialog;
