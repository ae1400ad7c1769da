import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { simulatedQuery } from './setup-queries.ts';
import { useSetupTexts } from './setup-texts.ts';

const asking = lazyDialog(() => import('#/web/ui/blocks/reason-dialog.tsx'));

type SimulatedMoney = OutputOf<'master.getSimulatedMoney'>;

interface SimulatedCardProps {
  readonly platformId: string;
}

/** Balances from before production, and how a master writes them off. */
export const SimulatedCard = ({ platformId }: SimulatedCardProps) => {
  const { simulated: texts } = useSetupTexts();
  const result = useQuery(simulatedQuery(platformId));
  return (
    <Card title={texts.title} note={texts.note}>
      <Answer query={result} lines={4}>
        {(now) =>
          now.sellers === 0 ? (
            <p className="text-ink-muted">{texts.none}</p>
          ) : (
            <Balances platformId={platformId} now={now} />
          )
        }
      </Answer>
    </Card>
  );
};

interface BalancesProps extends SimulatedCardProps {
  readonly now: SimulatedMoney;
}

const Balances = ({ platformId, now }: BalancesProps) => {
  const { simulated: texts } = useSetupTexts();
  const { money } = useFormats();
  const isReadOnly = useIsReadOnly();
  const [isAsking, setAsking] = useState(false);
  const write = useWrite('master.writeOffSimulatedMoney');
  const close = () => setAsking(false);
  const open = () => {
    // Clears an earlier failure.
    if (!write.isPending) write.reset();
    setAsking(true);
  };
  const onReason = (reason: string) =>
    write.mutate(
      { platformId, reason },
      {
        onSuccess: () => {
          toast.success(texts.done);
          close();
        },
      },
    );
  const { sellers, ...sums } = now;
  const parts = (['available', 'pending', 'held', 'owed'] as const).filter((part) => sums[part]);
  const amounts = parts.map((part) => `${texts.parts[part]} ${money(sums[part])}`).join(' · ');
  return (
    <div className="grid justify-items-start gap-4">
      <div>
        <p>{texts.sellers(sellers)}</p>
        <p className="tabular-nums">{amounts}</p>
      </div>
      {!isReadOnly && (
        <Button {...asking.preload} onClick={open}>
          {texts.button}
        </Button>
      )}
      <asking.Dialog
        open={isAsking}
        onClose={close}
        title={texts.title}
        text={`${texts.confirm(sellers)} ${amounts}`}
        label={texts.reason}
        submit={texts.submit}
        tooShort={texts.tooShort}
        shortest={SHORTEST_REASON}
        longest={LONGEST_REASON}
        write={write}
        onReason={onReason}
      />
    </div>
  );
};
