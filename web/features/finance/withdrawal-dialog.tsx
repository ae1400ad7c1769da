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

/** Requests a withdrawal: PIX key, amount, and net amount after the fee. */
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
  const [isWaiting, setWaiting] = useState(false);
  if (isWaiting) return <DeclaredWaits onDone={onDone} />;
  return (
    <Answer query={terms} lines={4}>
      {(data) => {
        if (data.lacksApproval) return <NotApproved onLeave={onDone} />;
        if (data.restsUntil !== null) return <Paused until={data.restsUntil} />;
        return (
          <Answer query={destinations} lines={4}>
            {({ items }) => (
              <FormOrKey
                terms={data}
                available={available}
                items={items}
                onDone={onDone}
                onWaits={() => setWaiting(true)}
              />
            )}
          </Answer>
        );
      }}
    </Answer>
  );
};

interface FormOrKeyProps extends StepsProps {
  readonly terms: WithdrawalTerms;
  readonly items: readonly DestinationItem[];
  readonly onWaits: () => void;
}

/** The form of the withdrawal; or the form to declare a key, if none is approved or the seller chose to declare another. */
const FormOrKey = ({ terms, available, items, onDone, onWaits }: FormOrKeyProps) => {
  const withdrawal = useWithdrawalTexts();
  const { form } = useDestinationTexts();
  const [isDeclaring, setDeclaring] = useState(false);
  const approved = items.filter(({ status }) => status === 'APPROVED');
  if (!isDeclaring && approved.length > 0) {
    return (
      <WithdrawalForm
        terms={terms}
        available={available}
        destinations={approved}
        onAnotherKey={() => setDeclaring(true)}
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
        onApproved={() => setDeclaring(false)}
        onWaits={onWaits}
        actions={
          approved.length > 0 && (
            <Button kind="quiet" onClick={() => setDeclaring(false)}>
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

const Paused = ({ until }: { readonly until: string }) => {
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
