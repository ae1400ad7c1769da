import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#/web/ui/card.tsx';
import type { OwnReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';

interface MayProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

const May = ({ isOpen, children }: MayProps) => {
  const Icon = isOpen ? Check : Clock;
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={isOpen ? 'mt-0.5 size-4 text-positive' : 'mt-0.5 size-4 text-warning'}
      />
      <span className="min-w-0 flex-1">{children}</span>
    </li>
  );
};

/** What a seller may do before staff approve their documents, and after. */
export const Allowed = ({ lacksApproval }: Pick<OwnReceiver, 'lacksApproval'>) => {
  const { allowed } = useReceiverTexts();
  return (
    <Card title={allowed.title}>
      <ul className="grid gap-2">
        <May isOpen>{allowed.sell}</May>
        <May isOpen={!lacksApproval}>{lacksApproval ? allowed.waits : allowed.withdraw}</May>
      </ul>
    </Card>
  );
};
