import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { Assignable, ManagerLine } from '#/api/contract/managers.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { SearchInput } from '#/web/ui/fields/search-input.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { useAssign } from './assign.ts';
import { assignableSellersQuery, managerName } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

interface AddDialogProps {
  readonly manager: ManagerLine;
  readonly open: boolean;
  readonly onClose: () => void;
}

const AddDialog = (props: AddDialogProps) => {
  const { adding } = useManagersTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={adding.title(managerName(props.manager))}
      description={adding.text}
    >
      <AddForm {...props} />
    </Dialog>
  );
};

/** Longest search text at the server. */
const LONGEST_SEARCH = 200;

interface AddValues {
  readonly chosen: readonly Assignable[];
}

/** Separate from the dialog, so that it opens with nothing chosen. */
const AddForm = ({ manager: { managerId }, onClose }: AddDialogProps) => {
  const { adding } = useManagersTexts();
  const { common } = useUiTexts();
  const [text, setText] = useState('');
  const { write, assign, failure } = useAssign((areAllMoved) => {
    if (areAllMoved) onClose();
  });
  const form = useCheckedForm<AddValues, 'nothing'>({
    defaultValues: { chosen: [] },
    errorsIn: ({ chosen }) => ({ chosen: chosen.length === 0 ? 'nothing' : undefined }),
    errorTexts: { nothing: adding.nothing },
  });
  const { field, fieldState } = useController({ control: form.control, name: 'chosen' });
  const code = fieldState.error?.type;
  const error = code && form.errorTexts[code];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* Outside of the form, so that Enter adds nothing. */}
      <SearchInput
        label={adding.search}
        value={text}
        onChange={(typed) => setText(typed.slice(0, LONGEST_SEARCH))}
        className="w-full sm:max-w-none"
      />
      <CheckedForm
        form={form}
        onValid={({ chosen }) => assign(managerId, chosen)}
        write={write}
        failure={error ?? (write.error ? undefined : failure)}
        submitLabel={adding.submit(field.value.length)}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        footClassName="flex flex-wrap justify-end gap-2"
        actions={<Button onClick={onClose}>{common.cancel}</Button>}
      >
        <Results text={text} managerId={managerId} chosen={field.value} onChosen={field.onChange} />
      </CheckedForm>
    </div>
  );
};

interface ResultsProps {
  readonly text: string;
  readonly managerId: string;
  readonly chosen: readonly Assignable[];
  readonly onChosen: (chosen: readonly Assignable[]) => void;
}

/** The chosen sellers, then the others that the search found. */
const Results = ({ text, managerId, chosen, onChosen }: ResultsProps) => {
  const { adding } = useManagersTexts();
  const query = useQuery(assignableSellersQuery(text));
  const isChosen = ({ sellerId }: Assignable): boolean =>
    chosen.some((each) => each.sellerId === sellerId);
  const toggle = (seller: Assignable, isOn: boolean): void => {
    const others = chosen.filter(({ sellerId }) => sellerId !== seller.sellerId);
    onChosen(isOn ? [...others, seller] : others);
  };
  return (
    <Answer query={query} lines={5}>
      {({ items, isPart }) => {
        const options = [...chosen, ...items.filter((seller) => !isChosen(seller))];
        if (options.length === 0) return <p className="text-ink-muted">{adding.notFound}</p>;
        return (
          <fieldset className="max-h-72 overflow-y-auto">
            <legend className="sr-only">{adding.found}</legend>
            <ul className="divide-y divide-line border-y border-line">
              {options.map((seller) => (
                <Option
                  key={seller.sellerId}
                  seller={seller}
                  isHere={seller.managerId === managerId}
                  isChosen={isChosen(seller)}
                  onToggle={(isOn) => toggle(seller, isOn)}
                />
              ))}
            </ul>
            {isPart && <p className="mt-2 text-xs text-ink-muted">{adding.isPart}</p>}
          </fieldset>
        );
      }}
    </Answer>
  );
};

interface OptionProps {
  readonly seller: Assignable;
  readonly isHere: boolean;
  readonly isChosen: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

const Option = ({ seller, isHere, isChosen, onToggle }: OptionProps) => {
  const { adding } = useManagersTexts();
  const { name, managerId, managerEmail } = seller;
  const managerText = managerId === null ? adding.none : adding.of(managerEmail ?? managerId);
  return (
    <li>
      <label className="flex min-h-11 items-center gap-3 py-2">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isHere}
          onChange={({ target }) => onToggle(target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0 font-medium break-words">
          {name}
          <span className="block text-xs font-normal text-ink-muted">
            {isHere ? adding.here : managerText}
          </span>
        </span>
      </label>
    </li>
  );
};

export default AddDialog;
