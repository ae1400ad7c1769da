import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PortfolioSeller } from '#/api/contract/managers.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { Field } from '#/web/ui/fields/field.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { useAssign } from './assign.ts';
import { managerName, sellerName, takersQuery } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

interface MoveDialogProps {
  /** Id of the manager in whose portfolio the sellers are. */
  readonly from: string;
  readonly sellers: readonly PortfolioSeller[];
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called when all sellers were moved. */
  readonly onDone: () => void;
}

/** Moves sellers to another manager, or out of the portfolio. */
const MoveDialog = (props: MoveDialogProps) => {
  const { moving } = useManagersTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={moving.title(props.sellers.length)}
      description={moving.text}
    >
      <MoveForm {...props} />
    </Dialog>
  );
};

/** The value of the option "no manager"; null means that nothing is chosen yet. */
const NO_ONE = 'no-one';

const MoveForm = ({ from, sellers, onClose, onDone }: MoveDialogProps) => {
  const { moving } = useManagersTexts();
  const query = useQuery(takersQuery);
  const [to, setTo] = useState<string | null>(null);
  const [isNothing, setNothing] = useState(false);
  const { write, assign, failure } = useAssign((isWhole) => {
    if (!isWhole) return;
    onDone();
    onClose();
  });
  const submit = (): void => {
    setNothing(to === null);
    if (to === null) return;
    const chosen = sellers.map((seller) => ({ ...seller, name: sellerName(seller) }));
    assign(to === NO_ONE ? null : to, chosen);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul className="list-inside list-disc text-ink-muted">
        {sellers.map((seller) => (
          <li key={seller.sellerId} className="break-words">
            {sellerName(seller)}
          </li>
        ))}
      </ul>
      <Answer query={query} lines={1}>
        {({ items, nextCursor }) => {
          const others = items
            .filter(({ managerId }) => managerId !== from)
            .map((each) => ({ value: each.managerId, label: managerName(each) }));
          return (
            <Field
              label={moving.to}
              error={isNothing ? moving.nothing : undefined}
              {...(nextCursor !== null && { hint: moving.onlyFirst })}
            >
              {(control) => (
                <Select
                  control={control}
                  value={to}
                  options={[...others, { value: NO_ONE, label: moving.noOne }]}
                  onChange={(next) => {
                    setTo(next);
                    setNothing(false);
                  }}
                  placeholder={moving.choose}
                />
              )}
            </Field>
          );
        }}
      </Answer>
      <Confirm
        submit={moving.submit}
        kind="primary"
        write={write}
        failure={write.error ? undefined : failure}
        onConfirm={submit}
        onClose={onClose}
      />
    </div>
  );
};

export default MoveDialog;
