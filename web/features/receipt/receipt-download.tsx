import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import type { InputOf } from '#/api/contract/contract.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, lookFor } from '#/web/lib/rpc.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { saveFile } from '#/web/lib/save-file.ts';
import { toast } from '#/web/lib/toast.ts';
import { Button } from '#/web/ui/button.tsx';
import type { ReceiptQuery } from './receipt-queries.ts';
import { useReceiptTexts } from './receipt-texts.ts';

interface ReceiptDownloadProps {
  readonly withdrawalId: string;
  readonly take: ReceiptQuery['take'];
}

/** Decodes base64, also in browsers whose arrays cannot. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);

/** Saves the receipt as a PDF in the reader's language. */
export const ReceiptDownload = ({ withdrawalId, take }: ReceiptDownloadProps) => {
  const texts = useReceiptTexts();
  const language = useLanguage();
  const write = useMutation({ mutationFn: (input: InputOf<typeof take>) => lookFor(take, input) });
  const download = (): void =>
    write.mutate(
      { withdrawalId, language, after: newestPosition() },
      {
        onSuccess: ({ fileName, pdf }) => {
          saveFile(new Blob([bytesOf(pdf)], { type: 'application/pdf' }), fileName);
          toast.success(texts.saved);
        },
        onError: (failure) => toast.error(failureText(failure, language)),
      },
    );
  return (
    <Button kind="primary" pending={write.isPending} onClick={download}>
      <FileDown aria-hidden className="size-4" />
      {texts.download}
    </Button>
  );
};
