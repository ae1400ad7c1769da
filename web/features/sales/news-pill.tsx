import { ArrowUp } from 'lucide-react';
import { useTexts } from '#/web/i18n/texts.ts';

interface NewsPillProps {
  readonly count: number;
  readonly isSearch: boolean;
  readonly onShow: () => void;
}

export const NewsPill = ({ count, isSearch, onShow }: NewsPillProps) => {
  const { sales } = useTexts();
  return (
    // Floats, so that the list does not move.
    <div role="status" className="sticky top-16 z-10 -mb-4 flex h-0 justify-center">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="inline-flex h-control-small shrink-0 items-center gap-1.5 rounded-full bg-accent px-3.5 text-sm font-medium text-on-accent hover:bg-accent-hover"
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {isSearch ? sales.searchAgain : sales.newSales(count)}
        </button>
      )}
    </div>
  );
};
