import { useInfiniteQuery } from '@tanstack/react-query';
import { toast } from '#/web/lib/toast.ts';
import type { SellerNote } from '#/api/contract/sellers.ts';
import { LONGEST_NOTE } from '#/domain/notes/note-length.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { classNames } from '#/web/ui/style/class-names.ts';
import { fieldClass } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { LeaveGuard } from '#/web/ui/leave-guard.tsx';
import { Entries } from './entries.tsx';
import { notesQuery } from './user-record-queries.ts';
import { useUserRecordTexts } from './user-record-texts.ts';

interface UserNotesProps {
  readonly sellerId: string;
}

/** The notes about the seller, the newest first, and a form for another note. */
export const UserNotes = ({ sellerId }: UserNotesProps) => {
  const { notes } = useUserRecordTexts();
  const query = useInfiniteQuery(notesQuery(sellerId));
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-sm font-semibold">{notes.title}</h3>
      <NoteForm sellerId={sellerId} />
      <div>
        <Entries query={query} none={notes.none}>
          {(note) => <Note key={note.number} note={note} />}
        </Entries>
      </div>
    </section>
  );
};

const Note = ({ note: { text, at, author, by } }: { readonly note: SellerNote }) => {
  const texts = useUserRecordTexts();
  const { dateTime } = useFormats();
  const nameOf = (email: string): string => (author === 'MANAGER' ? texts.ofManager(email) : email);
  const authorText = by === null ? texts.authors[author] : nameOf(by);
  return (
    <li>
      {text === null ? (
        <p className="text-ink-muted">{texts.notes.erased}</p>
      ) : (
        <p className="break-words whitespace-pre-line">{text}</p>
      )}
      <p className="text-xs text-ink-faint">{texts.by(dateTime(at), authorText)}</p>
    </li>
  );
};

const EMPTY = { text: '' };

const NoteForm = ({ sellerId }: UserNotesProps) => {
  const { notes } = useUserRecordTexts();
  const write = useWrite('admin.writeSellerNote');
  const form = useCheckedForm<typeof EMPTY, 'missing'>({
    defaultValues: EMPTY,
    errorsIn: ({ text }) => ({ text: text.trim() === '' ? 'missing' : undefined }),
    errorTexts: { missing: notes.missing },
  });
  const add = ({ text }: typeof EMPTY): void => {
    const onSuccess = (): void => {
      toast.success(notes.done);
      // Text typed since the submit stays: it is the next note.
      if (form.getValues('text') === text) form.reset(EMPTY);
    };
    write.mutate({ sellerId, text }, { onSuccess });
  };
  return (
    <CheckedForm
      form={form}
      onValid={add}
      write={write}
      kind="secondary"
      submitLabel={notes.submit}
      className="grid gap-2"
      submitClassName="justify-self-start"
    >
      <FormField form={form} name="text" label={notes.label} hint={notes.hint}>
        {({ onValue, ...control }) => (
          <textarea
            {...control}
            onChange={({ target }) => onValue(target.value)}
            rows={3}
            maxLength={LONGEST_NOTE}
            className={classNames(fieldClass, 'h-auto! w-full py-2')}
          />
        )}
      </FormField>
      <LeaveGuard hasUnsaved={form.formState.isDirty} />
    </CheckedForm>
  );
};
