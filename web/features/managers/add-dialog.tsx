import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Assignable, ManagerLine } from '#/api/contract/managers.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { SearchInput } from '#/web/ui/fields/search-input.tsx';
import { useUiTexts } from '#/web/ui/texts.ts';
import { useAssign } from './assign.ts';
import { assignableQuery, managerName } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

interface AddDialogProps {
  readonly manager: ManagerLine;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Finds sellers of the platform, and moves the chosen ones into a manager's portfolio. */
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

/** Longest text that the server searches for. */
const LONGEST_SEARCH = 200;

const AddForm = ({ manager, onClose }: AddDialogProps) => {
  const { adding } = useManagersTexts();
  const { common } = useUiTexts();
  const language = useLanguage();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Assignable>>(new Map());
  const [isNothing, setNothing] = useState(false);
  const { write, assign, failure } = useAssign((isWhole) => {
    if (isWhole) onClose();
  });
  const toggle = (seller: Assignable, isOn: boolean): void => {
    const next = new Map(chosen);
    if (isOn) next.set(seller.sellerId, seller);
    else next.delete(seller.sellerId);
    setChosen(next);
    setNothing(false);
  };
  const submit = (): void => {
    setNothing(chosen.size === 0);
    if (chosen.size > 0) assign(manager.managerId, [...chosen.values()]);
  };
  const refusal = write.error ? failureText(write.error, language) : failure;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SearchInput
        label={adding.search}
        value={text}
        onChange={(typed) => setText(typed.slice(0, LONGEST_SEARCH))}
        className="w-full sm:max-w-none"
      />
      <Found text={text} managerId={manager.managerId} chosen={chosen} onToggle={toggle} />
      <div role="alert" className="text-negative empty:hidden">
        {isNothing ? adding.nothing : refusal}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" pending={write.isPending} onClick={submit}>
          {adding.submit(chosen.size)}
        </Button>
      </div>
    </div>
  );
};

interface FoundProps {
  readonly text: string;
  readonly managerId: string;
  readonly chosen: ReadonlyMap<string, Assignable>;
  readonly onToggle: (seller: Assignable, isOn: boolean) => void;
}

/** The sellers chosen so far, then the other sellers that the search found. */
const Found = ({ text, managerId, chosen, onToggle }: FoundProps) => {
  const { adding } = useManagersTexts();
  const query = useQuery(assignableQuery(text));
  return (
    <Answer query={query} lines={5}>
      {({ items, isPart }) => {
        const others = items.filter(({ sellerId }) => !chosen.has(sellerId));
        const shown = [...chosen.values(), ...others];
        if (shown.length === 0) return <p className="text-ink-muted">{adding.notFound}</p>;
        return (
          <fieldset className="max-h-72 overflow-y-auto">
            <legend className="sr-only">{adding.found}</legend>
            <ul className="divide-y divide-line border-y border-line">
              {shown.map((seller) => (
                <Option
                  key={seller.sellerId}
                  seller={seller}
                  isHere={seller.managerId === managerId}
                  isChosen={chosen.has(seller.sellerId)}
                  onToggle={(isOn) => onToggle(seller, isOn)}
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
  const other = managerId === null ? adding.none : adding.of(managerEmail ?? managerId);
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
            {isHere ? adding.here : other}
          </span>
        </span>
      </label>
    </li>
  );
};

export default AddDialog;
