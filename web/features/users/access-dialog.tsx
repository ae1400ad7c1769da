import { ConfirmChange } from '#/web/ui/blocks/confirm-change.tsx';
import { userName, type SellerDetail } from './users-queries.ts';
import { useUsersTexts } from './users-texts.ts';

const procedures = { block: 'admin.blockSeller', unblock: 'admin.restoreSeller' } as const;

interface AccessDialogProps {
  readonly seller: SellerDetail;
  readonly action: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
}

const AccessDialog = ({ seller, action, ...dialog }: AccessDialogProps) => {
  const texts = useUsersTexts();
  const { sellerId, revision } = seller;
  return (
    <ConfirmChange
      {...dialog}
      onDone={dialog.onClose}
      title={texts[action].title(userName(seller))}
      texts={texts[action]}
      meanwhile={texts.meanwhile}
      kind={action === 'block' ? 'danger' : 'primary'}
      procedure={procedures[action]}
      revision={revision}
      inputFor={(basedOn) => ({ sellerId, basedOn })}
    />
  );
};

export default AccessDialog;
