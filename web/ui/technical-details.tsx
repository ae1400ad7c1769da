import type { ReactNode } from 'react';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';

/** Details that are folded away, because the page itself uses plain words. */
export const TechnicalDetails = ({ children }: { readonly children: ReactNode }) => {
  const { common } = useUiTexts();
  return (
    <details>
      <summary className="w-fit cursor-pointer text-xs font-medium text-accent">
        {common.technical}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
};
