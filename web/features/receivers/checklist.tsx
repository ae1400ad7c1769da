import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { FileBadge } from './receiver-badges.tsx';
import type { ReasonValues } from './reason-form.ts';
import type { ReviewedReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { useReviewTexts } from './review-texts.ts';

const { Dialog: ReasonDialog, preload } = lazyDialog(() => import('./reason-dialog.tsx'));

type ChecklistItem = ReviewedReceiver['checklist'][number];

/** Staff approve each required file, or reject it. */
export const Checklist = ({
  checklist,
  sellerId,
}: Pick<ReviewedReceiver, 'checklist' | 'sellerId'>) => {
  const texts = useReceiverTexts();
  const review = useReviewTexts();
  return (
    <Card title={review.checklist}>
      <ul className="divide-y divide-line">
        {checklist.map((item) => (
          <li key={item.kind} className="grid gap-2 py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-sm font-medium">{texts.kinds[item.kind]}</h3>
              <FileBadge file={item.file} />
            </div>
            {item.file !== null && (
              <Judgement kind={item.kind} file={item.file} sellerId={sellerId} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
};

interface JudgementProps extends Pick<ChecklistItem, 'kind'> {
  readonly file: NonNullable<ChecklistItem['file']>;
  readonly sellerId: string;
}

const Judgement = ({ kind, file, sellerId }: JudgementProps) => {
  const texts = useReceiverTexts();
  const review = useReviewTexts();
  const language = useLanguage();
  const approve = useWrite('admin.approveReceiverFile');
  const reject = useWrite('admin.rejectReceiverFile');
  const [isRejecting, setRejecting] = useState(false);
  const { fileId } = file;
  const openRejection = () => {
    // Clears an earlier failure.
    if (!reject.isPending) reject.reset();
    setRejecting(true);
  };
  const onReject = ({ reason }: ReasonValues) =>
    reject.mutate(
      { sellerId, fileId, reason },
      {
        onSuccess: () => {
          setRejecting(false);
          toast.success(review.rejected);
        },
      },
    );
  const onApprove = () =>
    approve.mutate(
      { sellerId, fileId },
      {
        onSuccess: () => toast.success(review.approved),
        onError: (failure) => toast.error(failureText(failure, language)),
      },
    );
  return (
    <>
      {file.reason !== null && (
        <p className="text-xs text-ink-muted">
          {texts.reason}: {file.reason}
        </p>
      )}
      <div className="flex gap-2">
        {file.status !== 'APPROVED' && (
          <Button size="small" kind="primary" pending={approve.isPending} onClick={onApprove}>
            {review.approve}
          </Button>
        )}
        {file.status !== 'REJECTED' && (
          <Button {...preload} size="small" onClick={openRejection}>
            {review.reject}
          </Button>
        )}
      </div>
      <ReasonDialog
        open={isRejecting}
        onClose={() => setRejecting(false)}
        title={review.rejectTitle(texts.kinds[kind])}
        text={review.rejectText}
        submit={review.reject}
        label={texts.reason}
        kind="danger"
        write={reject}
        onValues={onReject}
      />
    </>
  );
};
