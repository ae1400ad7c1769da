import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DestinationItem } from '#/api/contract/payouts.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { DeclareForm, DeclaredWaits } from './declare-form.tsx';
import { useDestinationTexts } from './destination-texts.ts';
import { balanceQuery, destinationsQuery, withdrawalTermsQuery } from './finance-queries.ts';
import { WithdrawalForm } from './withdrawal-fields.tsx';
import type { WithdrawalTerms } from './withdrawal-form.ts';
import { useWithdrawalTexts } from './withdrawal-texts.ts';

interface WithdrawalDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Key, amount, and net amount after the fee. */
const WithdrawalDialog = ({ open, onClose }: WithdrawalDialogProps) => {
  const withdrawal = useWithdrawalTexts();
  const { money } = useFormats();
  const available = Math.max(0, useQuery(balanceQuery).data?.available ?? 0);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={withdrawal.title}
      description={withdrawal.available(money(available))}
    >
      <Steps available={available} onDone={onClose} />
    </Dialog>
  );
};

interface StepsProps {
  readonly available: number;
  readonly onDone: () => void;
}

/** A component of its own, so that closing the dialog discards its state. */
const Steps = ({ available, onDone }: StepsProps) => {
  const terms = useQuery(withdrawalTermsQuery);
  const destinations = useQuery(destinationsQuery);
  const [waits, setWaits] = useState(false);
  if (waits) return <DeclaredWaits onDone={onDone} />;
  return (
    <Answer query={terms} lines={4}>
      {(data) => {
        if (data.lacksApproval) return <NotApproved onLeave={onDone} />;
        if (data.restsUntil !== null) return <Resting until={data.restsUntil} />;
        return (
          <Answer query={destinations} lines={4}>
            {({ items }) => (
              <ToAKey
                terms={data}
                available={available}
                items={items}
                onDone={onDone}
                onWaits={() => setWaits(true)}
              />
            )}
          </Answer>
        );
      }}
    </Answer>
  );
};

interface ToAKeyProps extends StepsProps {
  readonly terms: WithdrawalTerms;
  readonly items: readonly DestinationItem[];
  readonly onWaits: () => void;
}

/** Without an approved key, the form to declare one. */
const ToAKey = ({ terms, available, items, onDone, onWaits }: ToAKeyProps) => {
  const withdrawal = useWithdrawalTexts();
  const { form } = useDestinationTexts();
  const [isNaming, setNaming] = useState(false);
  const approved = items.filter(({ status }) => status === 'APPROVED');
  if (!isNaming && approved.length > 0) {
    return (
      <WithdrawalForm
        terms={terms}
        available={available}
        destinations={approved}
        onAnotherKey={() => setNaming(true)}
        onDone={onDone}
      />
    );
  }
  return (
    <div className="grid gap-4">
      {approved.length === 0 && (
        <div role="status" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
          <p className="font-medium">{withdrawal.noDestination}</p>
          {items.some(({ status }) => status === 'WAITING') && <p>{withdrawal.oneWaits}</p>}
        </div>
      )}
      <DeclareForm
        onApproved={() => setNaming(false)}
        onWaits={onWaits}
        actions={
          approved.length > 0 && (
            <Button kind="quiet" onClick={() => setNaming(false)}>
              {form.back}
            </Button>
          )
        }
      />
    </div>
  );
};

const NotApproved = ({ onLeave }: { readonly onLeave: () => void }) => {
  const withdrawal = useWithdrawalTexts();
  return (
    <div role="status" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
      <p className="font-medium">{withdrawal.notApproved}</p>
      <Link to="/platform/my-profile" onClick={onLeave} className="underline">
        {withdrawal.toProfile}
      </Link>
    </div>
  );
};

const Resting = ({ until }: { readonly until: string }) => {
  const withdrawal = useWithdrawalTexts();
  const { dateTime } = useFormats();
  return (
    <div role="status" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
      <p className="font-medium">{withdrawal.resting(dateTime(until))}</p>
      <p>{withdrawal.restingNotMine}</p>
    </div>
  );
};

export default WithdrawalDialog;
