import { use } from 'react';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import type { PayoutRequestsTexts } from '#/web/i18n/pt-br/payouts/requests.ts';
import { toggleSelected } from '#/web/ui/blocks/several/toggle-selected.ts';
import { Badge } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { ABOVE_ROW } from '#/web/ui/blocks/row-link.ts';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { AnalysisBadge } from './payout-analysis.tsx';
import { risksOf } from './payout-risks.ts';
import { isSelectable, PayoutsContext } from './payouts-context.ts';
import { payoutName } from './payouts-queries.ts';
import { usePayoutsTexts } from './payouts-texts.ts';

interface OfPayout {
  readonly payout: WaitingWithdrawal;
}

/** Kind of key, masked key, and the holder if that is not the seller. */
export const PayoutDestination = ({ payout: { pixType, pixKey, holderName } }: OfPayout) => {
  const texts = usePayoutsTexts();
  const { finance } = useTexts();
  return (
    <>
      {finance.keyType[pixType]} {pixKey ?? texts.erased}
      {holderName !== null && <> {texts.of(holderName)}</>}
    </>
  );
};

export const Reasons = ({ payout: { reasons } }: OfPayout) => {
  const texts = usePayoutsTexts();
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      {reasons.map((reason) => (
        <Badge key={reason} tone="accent">
          {texts.reasons[reason]}
        </Badge>
      ))}
    </span>
  );
};

export const Risks = ({ payout }: OfPayout) => {
  const texts = usePayoutsTexts();
  const risks = risksOf(payout, Date.now());
  if (risks.length === 0) return <span className="text-ink-faint">{texts.noRisks}</span>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {risks.map((risk) => (
        <Badge key={risk} tone="warning">
          {texts.risk[risk]}
        </Badge>
      ))}
    </span>
  );
};

/** The acquirer by which the withdrawal is to be paid, and whether payouts go through there now. */
export const AcquirerState = ({ payout: { acquirer } }: OfPayout) => {
  const { acquirerState: texts } = usePayoutsTexts();
  const { dateTime } = useFormats();
  const { label, isConnected, suspendedUntil, calls, answered } = acquirer;
  const isDown = !isConnected || suspendedUntil !== null;
  const calling = calls === 0 ? texts.quiet : texts.answers(answered, calls);
  const suspended = suspendedUntil === null ? calling : texts.suspended(dateTime(suspendedUntil));
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-2">
      {label}
      <span className={isDown ? 'text-warning' : 'text-ink-muted'}>
        {isConnected ? suspended : texts.disconnected}
      </span>
    </span>
  );
};

/** The approvals so far, of those required, and from whom. */
export const Approvals = ({ payout: { approvedBy, people, isApprovedByCaller } }: OfPayout) => {
  const texts = usePayoutsTexts();
  const names = approvedBy.map((name) => name ?? texts.someone).join(', ');
  return (
    <span>
      {texts.done(approvedBy.length, people)}
      {names !== '' && <span className="text-ink-muted"> {texts.by(names)}</span>}
      {isApprovedByCaller && <span className="sr-only"> {texts.yours}</span>}
    </span>
  );
};

const Selection = ({ payout }: OfPayout) => {
  const texts = usePayoutsTexts();
  const { selected, onSelected } = use(PayoutsContext);
  const { withdrawalId } = payout;
  return (
    <input
      type="checkbox"
      aria-label={texts.select(payoutName(payout))}
      checked={selected.has(withdrawalId)}
      disabled={!isSelectable(payout)}
      onChange={() => onSelected(toggleSelected(selected, withdrawalId))}
      className={`${ABOVE_ROW} size-6 shrink-0 accent-accent`}
    />
  );
};

export const payoutsColumns = (
  texts: PayoutRequestsTexts,
  formats: Formats,
): readonly Column<WaitingWithdrawal>[] => [
  {
    id: 'seller',
    header: texts.seller,
    cell: (row) => (
      <span className="flex items-center gap-3">
        <Selection payout={row} />
        <span className="truncate font-medium">{payoutName(row)}</span>
      </span>
    ),
  },
  {
    id: 'amount',
    header: texts.amount,
    isFigure: true,
    cell: ({ amount }) => formats.money(amount),
  },
  {
    id: 'fee',
    header: texts.fee,
    isFigure: true,
    isExtra: true,
    cell: ({ fee }) => formats.money(fee),
  },
  {
    id: 'net',
    header: texts.net,
    isFigure: true,
    isExtra: true,
    cell: ({ net }) => formats.money(net),
  },
  {
    id: 'destination',
    header: texts.destination,
    cell: (row) => <PayoutDestination payout={row} />,
  },
  { id: 'why', header: texts.why, cell: (row) => <Reasons payout={row} /> },
  { id: 'risks', header: texts.risks, cell: (row) => <Risks payout={row} /> },
  {
    id: 'approvals',
    header: texts.approvals,
    cell: (row) => (
      <span className="grid justify-items-start gap-1">
        <Approvals payout={row} />
        <AnalysisBadge payout={row} />
      </span>
    ),
  },
  {
    id: 'requestedAt',
    header: texts.requestedAt,
    cell: ({ requestedAt }) => formats.dateTime(requestedAt),
  },
];

export const PayoutItem = ({ row }: { readonly row: WaitingWithdrawal }) => {
  const { money, dateTime } = useFormats();
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-3">
        <Selection payout={row} />
        <span className="min-w-0 flex-1 truncate font-medium">{payoutName(row)}</span>
        <span className="font-medium tabular-nums">{money(row.amount)}</span>
      </div>
      <p className="text-xs break-words text-ink-muted">
        <PayoutDestination payout={row} />
      </p>
      <div className="flex flex-wrap gap-1">
        <AnalysisBadge payout={row} />
        <Reasons payout={row} />
        <Risks payout={row} />
      </div>
      <div className="flex justify-between gap-3 text-xs text-ink-faint">
        <Approvals payout={row} />
        <span>{dateTime(row.requestedAt)}</span>
      </div>
    </div>
  );
};
