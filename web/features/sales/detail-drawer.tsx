import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { Drawer } from '#/web/ui/dialog.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';

interface DetailDrawerProps extends DetailProps {
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A drawer with buttons for the previous and next sale. */
export const DetailDrawer = (props: DetailDrawerProps) => {
  const { sale } = useTexts();
  return (
    <Drawer
      open
      onClose={props.onClose}
      title={props.title}
      toolbar={
        <>
          <Button
            kind="quiet"
            size="icon"
            aria-label={sale.previousSale}
            title={sale.previousSale}
            disabled={!props.onPrevious}
            onClick={props.onPrevious}
          >
            <ChevronUp aria-hidden className="size-4" />
          </Button>
          <Button
            kind="quiet"
            size="icon"
            aria-label={sale.nextSale}
            title={sale.nextSale}
            disabled={!props.onNext}
            onClick={props.onNext}
          >
            <ChevronDown aria-hidden className="size-4" />
          </Button>
        </>
      }
    >
      <div className="flex min-h-full flex-col">
        <div className="flex-1">{props.children}</div>
        {props.actions}
      </div>
    </Drawer>
  );
};
