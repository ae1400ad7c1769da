import { useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import type { DocumentType } from '#/domain/brazil/document.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { BankSuggestions, GroupFields } from './draft-field.tsx';
import {
  draftFrom,
  groupsOf,
  inputFrom,
  mistakesIn,
  type Draft,
  type Group,
} from './receiver-draft.ts';
import type { OwnReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';

interface DetailsFormProps {
  readonly details: OwnReceiver['details'];
  readonly documentType: DocumentType;
}

/** The seller's registration data, without the files; typed values stay until they are saved. */
export const DetailsForm = ({ details, documentType }: DetailsFormProps) => {
  const texts = useReceiverTexts();
  const language = useLanguage();
  const write = useWrite('seller.reviseReceiver');
  const [draft, setDraft] = useState<Draft>(() => draftFrom(details));
  const [checked, setChecked] = useState(false);
  const mistakes = checked ? mistakesIn(draft, documentType) : {};
  const legendOf = (group: Group): string =>
    group === 'person' ? texts.groups.person[documentType] : texts.groups[group];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(mistakesIn(draft, documentType)).length > 0) return;
    write.mutate(inputFrom(draft, documentType), { onSuccess: () => toast.success(texts.saved) });
  };
  const hasMistakes = Object.keys(mistakes).length > 0;
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <BankSuggestions />
      {groupsOf(documentType).map((group) => (
        <GroupFields
          key={group}
          group={group}
          legend={legendOf(group)}
          draft={draft}
          mistakes={mistakes}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
      ))}
      <div role="alert" className="text-negative empty:hidden">
        {hasMistakes && texts.wrongSome}
        {!hasMistakes && write.error && failureText(write.error, language)}
      </div>
      <Button kind="primary" type="submit" pending={write.isPending} className="justify-self-start">
        {texts.save}
      </Button>
    </form>
  );
};
