import { Link2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import type { SaleDetail } from '#/api/contract/sales.ts';
import { Button } from '#/web/ui/button.tsx';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { RefundDialog } from './refund-dialog.tsx';
import type { Viewpoint } from './sale-queries.ts';

interface SaleActionsProps {
  readonly detail: SaleDetail;
  readonly viewpoint: Viewpoint;
  readonly mayRefund: boolean;
}

/** The actions that the sale's status allows, or why there is no refund. */
export const SaleActions = ({ detail, viewpoint, mayRefund }: SaleActionsProps) => {
  const texts = useTexts();
  const [refunding, setRefunding] = useState(false);
  const { sale, refundRight } = detail;
  const refundable = useIsReadOnly() ? 0 : detail.refundable;
  const isWaiting = sale.status === 'PENDING' && sale.method !== 'CREDIT_CARD';
  const copyLink = async (): Promise<void> => {
    const link = new URL(`/checkout/payment/${sale.paymentId}`, location.origin);
    try {
      await navigator.clipboard.writeText(link.href);
      toast.success(texts.sale.paymentLinkCopied);
    } catch {
      // Over plain http browsers have no clipboard API.
      toast.message(link.href);
    }
  };
  if (!isWaiting && refundable === 0) return null;
  return (
    <div className="sticky bottom-0 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3">
      {isWaiting && (
        <Button onClick={() => void copyLink()}>
          <Link2 aria-hidden className="size-4" />
          {texts.sale.paymentLink}
        </Button>
      )}
      {refundable > 0 && !mayRefund && (
        <p className="text-ink-muted">{texts.sale.refundNotAllowed}</p>
      )}
      {refundable > 0 && mayRefund && refundRight === 'NEVER' && (
        <p className="text-ink-muted">{texts.refund.never}</p>
      )}
      {refundable > 0 && mayRefund && refundRight !== 'NEVER' && (
        <Button onClick={() => setRefunding(true)}>
          <Undo2 aria-hidden className="size-4" />
          {texts.sale.refund}
        </Button>
      )}
      <RefundDialog
        detail={detail}
        viewpoint={viewpoint}
        open={refunding}
        onClose={() => setRefunding(false)}
      />
    </div>
  );
};
