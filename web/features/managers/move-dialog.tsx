import { useQuery } from '@tanstack/react-query';
import type { PortfolioSeller } from '#/api/contract/managers.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { useAssign } from './assign.ts';
import { managerName, sellerName, assigneesQuery } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

interface MoveDialogProps {
  readonly from: string;
  readonly sellers: readonly PortfolioSeller[];
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called when all sellers were moved. */
  readonly onDone: () => void;
}

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

/** The value of the option "no one". */
const NO_ONE = 'no-one';

interface MoveValues {
  /** Id of the manager, or `NO_ONE`; empty until chosen. */
  readonly to: string;
}

/** Separate from the dialog, so that it opens with nothing chosen. */
const MoveForm = ({ from, sellers, onClose, onDone }: MoveDialogProps) => {
  const { moving } = useManagersTexts();
  const { common } = useUiTexts();
  const query = useQuery(assigneesQuery);
  const { write, assign, failure } = useAssign((areAllMoved) => {
    if (!areAllMoved) return;
    onDone();
    onClose();
  });
  const form = useCheckedForm<MoveValues, 'nothing'>({
    defaultValues: { to: '' },
    errorsIn: ({ to }) => ({ to: to === '' ? 'nothing' : undefined }),
    errorTexts: { nothing: moving.nothing },
  });
  const move = ({ to }: MoveValues): void => {
    const chosen = sellers.map((seller) => ({ ...seller, name: sellerName(seller) }));
    assign(to === NO_ONE ? null : to, chosen);
  };
  return (
    <CheckedForm
      form={form}
      onValid={move}
      write={write}
      failure={write.error ? undefined : failure}
      submitLabel={moving.submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      footClassName="flex flex-wrap justify-end gap-2"
      actions={<Button onClick={onClose}>{common.cancel}</Button>}
    >
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
            <FormField
              form={form}
              name="to"
              label={moving.to}
              {...(nextCursor !== null && { hint: moving.onlyFirst })}
            >
              {({ value, onValue, ...control }) => (
                <Select
                  control={control}
                  value={value === '' ? null : value}
                  options={[...others, { value: NO_ONE, label: moving.noOne }]}
                  onChange={(next) => onValue(next ?? '')}
                  placeholder={moving.choose}
                />
              )}
            </FormField>
          );
        }}
      </Answer>
    </CheckedForm>
  );
};

export default MoveDialog;
