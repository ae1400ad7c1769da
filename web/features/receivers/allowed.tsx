import type { ReactNode } from 'react';
import { Badge } from '#/web/ui/badge.tsx';
import { Card } from '#/web/ui/card.tsx';
import type { OwnReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';

interface PermissionProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

const Permission = ({ isOpen, children }: PermissionProps) => {
  const { allowed } = useReceiverTexts();
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="min-w-0">{children}</span>
      <Badge tone={isOpen ? 'positive' : 'warning'}>{isOpen ? allowed.now : allowed.later}</Badge>
    </li>
  );
};

/** What a seller may do before and after approval. */
export const Allowed = ({ lacksApproval }: Pick<OwnReceiver, 'lacksApproval'>) => {
  const { allowed } = useReceiverTexts();
  return (
    <Card title={allowed.title}>
      <ul className="grid gap-2">
        <Permission isOpen>{allowed.sell}</Permission>
        <Permission isOpen={!lacksApproval}>
          {lacksApproval ? allowed.waits : allowed.withdraw}
        </Permission>
      </ul>
    </Card>
  );
};
