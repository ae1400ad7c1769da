import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, query } from '#/web/lib/rpc.ts';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useUserRecordTexts } from './user-record-texts.ts';
import type { SellerDetail } from './users-queries.ts';

/** The seller's registrations at acquirers. A balance there is read only when the user presses the button. */
export const UserReceivers = ({ seller }: { readonly seller: SellerDetail }) => {
  const { receivers: texts } = useUserRecordTexts();
  if (seller.receivers.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{texts.title}</h3>
      <ul className="divide-y divide-line">
        {seller.receivers.map((receiver) => (
          <Receiver key={receiver.provider} {...receiver} sellerId={seller.sellerId} />
        ))}
      </ul>
    </section>
  );
};

type ReceiverProps = SellerDetail['receivers'][number] & Pick<SellerDetail, 'sellerId'>;

const Receiver = ({ sellerId, provider, label, status }: ReceiverProps) => {
  const { receivers: texts } = useUserRecordTexts();
  const language = useLanguage();
  const { money, dateTime } = useFormats();
  // Not `useQuery`: after each write on the page it would ask the acquirer again.
  const readBalance = useMutation({
    mutationFn: () => query('admin.getReceiverBalance', { sellerId, provider }),
  });
  const isAtAcquirer = status === 'PENDING' || status === 'ACTIVE' || status === 'REJECTED';
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <div>
        <span className="font-medium">{label}</span> · {texts.statuses[status]}
        <p role="status" className="text-xs text-ink-muted tabular-nums empty:hidden">
          {readBalance.data &&
            (readBalance.data.balance === null
              ? texts.none
              : texts.balance(money(readBalance.data.balance), dateTime(readBalance.data.readAt)))}
        </p>
        <p role="alert" className="text-xs text-negative empty:hidden">
          {readBalance.error && failureText(readBalance.error, language)}
        </p>
      </div>
      {isAtAcquirer && (
        <Button size="small" pending={readBalance.isPending} onClick={() => readBalance.mutate()}>
          {texts.read}
        </Button>
      )}
    </li>
  );
};
