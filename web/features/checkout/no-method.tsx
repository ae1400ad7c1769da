import { CircleAlert } from 'lucide-react';
import { useTexts } from './texts.ts';

/** Shown instead of the form if the offer has no payment method, so that no buyer fills in a form for nothing. */
export const NoMethod = () => {
  const texts = useTexts();
  return (
    <section aria-labelledby="no-method" className="flex items-start gap-3 pb-6">
      <CircleAlert aria-hidden className="mt-0.5 size-6 shrink-0 text-warning" />
      <div>
        <h2 id="no-method" className="text-lg font-semibold">
          {texts.noMethod}
        </h2>
        <p className="mt-1 text-ink-muted">{texts.noMethodText}</p>
      </div>
    </section>
  );
};
