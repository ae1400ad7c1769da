import type { ReactNode } from 'react';
import { useTexts } from '#/web/i18n/texts.ts';

/** Ids, codes and raw names, folded away; the page itself uses plain text. */
export const TechnicalDetails = ({ children }: { readonly children: ReactNode }) => {
  const { sale } = useTexts();
  return (
    <details>
      <summary className="w-fit cursor-pointer text-xs font-medium text-accent">
        {sale.technical}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
};
