import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { Button } from '#/web/ui/button.tsx';
import type { FormWrite } from '#/web/ui/form/form.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';

interface ConfirmProps {
  readonly submit: string;
  readonly kind: 'primary' | 'danger';
  readonly write: FormWrite;
  /** Instead of the failure's text. */
  readonly failure?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const Confirm = ({ submit, kind, write, failure, onConfirm, onClose }: ConfirmProps) => {
  const { common } = useUiTexts();
  const language = useLanguage();
  return (
    <div className="grid gap-4">
      <div role="alert" className="text-negative empty:hidden">
        {failure ?? (write.error && failureText(write.error, language))}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind={kind} pending={write.isPending} onClick={onConfirm}>
          {submit}
        </Button>
      </div>
    </div>
  );
};
