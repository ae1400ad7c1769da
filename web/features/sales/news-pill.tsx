import { ArrowUp } from 'lucide-react';
import { useTexts } from '#/web/ui/texts.ts';

interface NewsPillProps {
  readonly count: number;
  readonly isSearch: boolean;
  readonly onShow: () => void;
}

/** "3 novas vendas": brings them in when the reader is ready. */
export const NewsPill = ({ count, isSearch, onShow }: NewsPillProps) => {
  const { sales } = useTexts();
  return (
    <div role="status" className="flex justify-center empty:hidden">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="inline-flex h-control-small items-center gap-1.5 rounded-full bg-accent px-3.5 text-sm font-medium text-on-accent hover:bg-accent-hover"
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {isSearch ? sales.searchAgain : sales.newSales(count)}
        </button>
      )}
    </div>
  );
};
