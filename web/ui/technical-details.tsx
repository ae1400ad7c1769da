import type { ReactNode } from 'react';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';

/** Ids, codes and raw names, folded away; the page itself uses plain text. */
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
