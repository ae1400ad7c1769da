import { useMutation } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { Spinner } from '#/web/ui/native/spinner.tsx';
import { useTexts } from './texts.ts';

const pay = async (url: string): Promise<void> => {
  const response = await fetch(url, { method: 'POST' });
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
};

/** Simulates the bank: the sandbox has no bank app. */
export const SandboxBank = ({ url }: { readonly url: string }) => {
  const texts = useTexts();
  const { mutate, isPending, isError } = useMutation({ mutationFn: () => pay(url) });
  return (
    <aside
      aria-label={texts.sandbox}
      className="rounded-xl bg-warning-soft p-4 max-sm:mx-4 max-sm:mb-4 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-3">
        <FlaskConical aria-hidden className="size-5 shrink-0 text-warning" />
        <p className="min-w-48 flex-1 text-sm text-warning">
          <strong className="block">{texts.sandbox}</strong>
          {texts.sandboxText}
        </p>
        <button
          type="button"
          disabled={isPending}
          onClick={() => mutate()}
          className="button button-quiet text-sm disabled:opacity-70"
        >
          {isPending && <Spinner />}
          {texts.sandboxPay}
        </button>
      </div>
      <p role="status" className="text-sm font-medium text-negative">
        {isError && texts.sandboxFailed}
      </p>
    </aside>
  );
};
