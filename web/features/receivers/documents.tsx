import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { receiverContentTypes, type ReceiverContentType } from '#/domain/receiver/files.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';
import { Upload } from '#/web/ui/upload.tsx';
import { FileBadge } from './receiver-badges.tsx';
import type { OwnReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';

type ChecklistItem = OwnReceiver['checklist'][number];

const typeOf = (text: string): ReceiverContentType =>
  receiverContentTypes.find((type) => type === text) ?? 'application/pdf';

/** The required files, with status and upload field. */
export const Documents = ({ checklist }: Pick<OwnReceiver, 'checklist'>) => (
  <ul className="grid gap-4">
    {checklist.map((item) => (
      <RequiredFile key={item.kind} {...item} />
    ))}
  </ul>
);

const RequiredFile = ({ kind, file }: ChecklistItem) => {
  const texts = useReceiverTexts();
  const isReadOnly = useIsReadOnly();
  const [isReplacing, setReplacing] = useState(false);
  const takesUpload = file === null || file.status === 'REJECTED' || isReplacing;
  return (
    <li className="grid gap-2 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{texts.kinds[kind]}</h3>
        <FileBadge file={file} />
      </div>
      {file !== null && file.reason !== null && (
        <p className="text-sm text-negative">
          {texts.reason}: {file.reason}
        </p>
      )}
      {takesUpload && !isReadOnly && <Sender kind={kind} onSubmitted={() => setReplacing(false)} />}
      {file !== null && !isReadOnly && (
        <div className="flex flex-wrap gap-2">
          {file.status !== 'REJECTED' && (
            <Button size="small" onClick={() => setReplacing(!isReplacing)}>
              {isReplacing ? texts.keep : texts.replace}
            </Button>
          )}
          {file.status !== 'APPROVED' && <Remove fileId={file.fileId} />}
        </div>
      )}
    </li>
  );
};

interface SenderProps extends Pick<ChecklistItem, 'kind'> {
  readonly onSubmitted: () => void;
}

const Sender = ({ kind, onSubmitted }: SenderProps) => {
  const texts = useReceiverTexts();
  const language = useLanguage();
  const submit = useWrite('seller.submitReceiverFile');
  return (
    <>
      <Upload
        label={texts.send(texts.kinds[kind])}
        accept={receiverContentTypes}
        link={({ contentType, size }, signal) =>
          mutate(
            'seller.requestUpload',
            { kind, contentType: typeOf(contentType), size },
            { idempotencyKey: newIdempotencyKey(), signal },
          )
        }
        onUploaded={({ fileId }) =>
          submit.mutate(
            { fileId },
            {
              onSuccess: () => {
                onSubmitted();
                toast.success(texts.submitted);
              },
            },
          )
        }
      />
      <div role="alert" className="text-xs text-negative empty:hidden">
        {submit.error && failureText(submit.error, language)}
      </div>
    </>
  );
};

const Remove = ({ fileId }: { readonly fileId: string }) => {
  const texts = useReceiverTexts();
  const language = useLanguage();
  const write = useWrite('seller.removeReceiverFile');
  const remove = () =>
    write.mutate(
      { fileId },
      {
        onSuccess: () => toast.success(texts.removed),
        onError: (failure) => toast.error(failureText(failure, language)),
      },
    );
  return (
    <Button size="small" kind="quiet" pending={write.isPending} onClick={remove}>
      {texts.remove}
    </Button>
  );
};
