import { useState } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { useManagersTexts } from './managers-texts.ts';

type Changed = OutputOf<'admin.assignSellers'>['changed'];

export interface Chosen {
  readonly sellerId: string;
  readonly name: string;
  readonly revision: number | null;
}

/** Moves sellers to a manager, or to none. `failure` names those whom another user moved meanwhile. */
export const useAssign = (onMoved: (isWhole: boolean) => void) => {
  const { moved: movedText, changedMeanwhile } = useManagersTexts();
  const write = useWrite('admin.assignSellers');
  const [changed, setChanged] = useState<Changed>([]);
  const [names, setNames] = useState('');
  const assign = (managerId: string | null, chosen: readonly Chosen[]): void => {
    const now = new Map(changed.map(({ sellerId, revision }) => [sellerId, revision]));
    const sellers = chosen.map(({ sellerId, revision }) => ({
      sellerId,
      basedOn: now.get(sellerId) ?? revision,
    }));
    const onSuccess = (answer: OutputOf<'admin.assignSellers'>): void => {
      setChanged(answer.changed);
      const left = new Set(answer.changed.map(({ sellerId }) => sellerId));
      const isLeft = ({ sellerId }: Chosen): boolean => left.has(sellerId);
      setNames(
        chosen
          .filter(isLeft)
          .map(({ name }) => name)
          .join(', '),
      );
      if (answer.moved.length > 0) toast.success(movedText(answer.moved.length));
      onMoved(answer.changed.length === 0);
    };
    write.mutate({ managerId, sellers }, { onSuccess });
  };
  const failure = changed.length === 0 ? undefined : changedMeanwhile(names);
  return { write, assign, failure };
};
