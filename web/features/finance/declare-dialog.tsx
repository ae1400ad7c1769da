import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { DeclareForm, DeclaredWaits } from './declare-form.tsx';
import { useDestinationTexts } from './destination-texts.ts';

interface DeclareDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const DeclareDialog = ({ open, onClose }: DeclareDialogProps) => {
  const { form } = useDestinationTexts();
  return (
    <Dialog open={open} onClose={onClose} title={form.title} description={form.text}>
      <Declaration onDone={onClose} />
    </Dialog>
  );
};

/** A component of its own, so that closing the dialog discards its state. */
const Declaration = ({ onDone }: { readonly onDone: () => void }) => {
  const { form } = useDestinationTexts();
  const [isWaiting, setWaiting] = useState(false);
  if (isWaiting) return <DeclaredWaits onDone={onDone} />;
  return (
    <DeclareForm
      onWaits={() => setWaiting(true)}
      onApproved={() => {
        toast.success(form.approved);
        onDone();
      }}
    />
  );
};

export default DeclareDialog;
