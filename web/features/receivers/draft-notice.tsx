import { Button } from '#/web/ui/button.tsx';
import { useReceiverTexts } from './receiver-texts.ts';

/** Offers to discard restored input. */
const DraftNotice = ({ onUndo }: { readonly onUndo: () => void }) => {
  const { draft } = useReceiverTexts();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-soft p-3 text-warning"
    >
      <span className="min-w-0">
        <strong className="font-medium">{draft.restored}</strong> {draft.text}
      </span>
      <Button size="small" onClick={onUndo}>
        {draft.undo}
      </Button>
    </div>
  );
};

export default DraftNotice;
