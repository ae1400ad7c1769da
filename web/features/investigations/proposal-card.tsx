import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import type { Investigation, Matter, Proposal } from './investigation-queries.ts';
import { useInvestigationTexts } from './investigation-texts.ts';
import { questionOf } from './questions.ts';

const { Dialog: RejectDialog, preload } = lazyDialog(() => import('./reject-dialog.tsx'));

interface ProposalCardProps {
  readonly found: Investigation;
  readonly matter: Matter;
  readonly proposal: Proposal;
}

/** A proposal. Another member of staff may confirm it, and anyone reject it, its author too; the seller whom the case is about may do neither. */
export const ProposalCard = ({ found, matter, proposal }: ProposalCardProps) => {
  const texts = useInvestigationTexts();
  const { money, dateTime } = useFormats();
  const resolutionTexts = texts.resolutions[questionOf(found.kind, matter)];
  return (
    <Card title={texts.proposal}>
      <KeyValues>
        <KeyValue name={texts.resolution}>{resolutionTexts[proposal.resolution]}</KeyValue>
        {proposal.amount !== null && (
          <KeyValue name={texts.inQuestion}>{money(proposal.amount)}</KeyValue>
        )}
        <KeyValue name={texts.evidence}>{proposal.evidence}</KeyValue>
        <KeyValue name={texts.reference}>{proposal.reference ?? '—'}</KeyValue>
        <KeyValue name={texts.proposedBy}>
          {proposal.proposedBy.name ?? proposal.proposedBy.id}
        </KeyValue>
        <KeyValue name={texts.proposedAt}>{dateTime(proposal.at)}</KeyValue>
      </KeyValues>
      {proposal.isOwn && <p className="mt-4 text-ink-muted">{texts.own}</p>}
      <Decision found={found} matter={matter} proposal={proposal} />
    </Card>
  );
};

const Decision = ({ found: { kind, id }, proposal }: ProposalCardProps) => {
  const texts = useInvestigationTexts();
  const language = useLanguage();
  const { proposalId } = proposal;
  const confirm = useWrite('admin.confirmResolution');
  const [isRejecting, setRejecting] = useState(false);
  const agree = () =>
    confirm.mutate({ kind, id, proposalId }, { onSuccess: () => toast.success(texts.confirmed) });
  return (
    <>
      {!proposal.isOwn && <p className="mt-4 text-ink-muted">{texts.confirmText}</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        {!proposal.isOwn && (
          <Button kind="primary" pending={confirm.isPending} onClick={agree}>
            {texts.confirm}
          </Button>
        )}
        <Button {...preload} onClick={() => setRejecting(true)}>
          {texts.reject}
        </Button>
      </div>
      <div role="alert" className="mt-2 text-negative empty:hidden">
        {confirm.error && failureText(confirm.error, language)}
      </div>
      <RejectDialog
        name={{ kind, id }}
        proposalId={proposalId}
        open={isRejecting}
        onClose={() => setRejecting(false)}
      />
    </>
  );
};
