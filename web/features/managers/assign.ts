import { useState } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { useManagersTexts } from './managers-texts.ts';

type Changed = OutputOf<'admin.assignSellers'>['changed'];

export interface Chosen {
  readonly sellerId: string;
  readonly name: string;
  /** Of the seller's assignment; null without a manager. */
  readonly revision: number | null;
}

/** Moves sellers to a manager, or to none. `failure` names the sellers that another user moved meanwhile. */
export const useAssign = (onMoved: (areAllMoved: boolean) => void) => {
  const { moved: movedText, changedMeanwhile } = useManagersTexts();
  const write = useWrite('admin.assignSellers');
  const [changed, setChanged] = useState<Changed>([]);
  const [names, setNames] = useState('');
  const assign = (managerId: string | null, chosen: readonly Chosen[]): void => {
    const currentRevisions = new Map(changed.map(({ sellerId, revision }) => [sellerId, revision]));
    const sellers = chosen.map(({ sellerId, revision }) => ({
      sellerId,
      basedOn: currentRevisions.get(sellerId) ?? revision,
    }));
    const onSuccess = (answer: OutputOf<'admin.assignSellers'>): void => {
      setChanged(answer.changed);
      const unmoved = new Set(answer.changed.map(({ sellerId }) => sellerId));
      const isUnmoved = ({ sellerId }: Chosen): boolean => unmoved.has(sellerId);
      setNames(
        chosen
          .filter(isUnmoved)
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
