import { useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import type { SubjectState } from '#/api/contract/privacy.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { saveFile } from '#/web/lib/save-file.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { useTexts, wordFor } from '#/web/i18n/texts.ts';
import { outlookOf } from './erasure-outlook.ts';

interface PrivacyDialogProps {
  readonly person: SubjectState;
  readonly paymentId: string;
  readonly asking: 'export' | 'erase' | undefined;
  readonly onClose: () => void;
}

/** Asks for a reason, and for an erasure also for a typed confirmation, because it cannot be undone. */
export const PrivacyDialog = (props: PrivacyDialogProps) => {
  const { privacy, common } = useTexts();
  const { asking, onClose } = props;
  const erases = asking === 'erase';
  return (
    <Dialog
      open={asking !== undefined}
      onClose={onClose}
      title={erases ? privacy.eraseTitle : privacy.exportTitle}
      description={erases ? privacy.eraseText : privacy.exportText}
      closeLabel={common.close}
    >
      {erases ? <EraseForm {...props} /> : <ExportForm {...props} />}
    </Dialog>
  );
};

const SHORTEST_REASON = 3;

const useReason = () => {
  const { privacy } = useTexts();
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isShort = reason.trim().length < SHORTEST_REASON;
  const field = (
    <Field
      label={privacy.reason}
      hint={privacy.reasonHint}
      error={isAsked && isShort ? privacy.reasonShort : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </Field>
  );
  return { field, reason: isShort ? undefined : reason.trim(), isAsked, ask: () => setAsked(true) };
};

const Failure = ({ error }: { readonly error: Error | null }) => {
  const language = useLanguage();
  return (
    <div role="alert" className="text-negative empty:hidden">
      {error && failureText(error, language)}
    </div>
  );
};

const ExportForm = ({ paymentId, person, onClose }: PrivacyDialogProps) => {
  const { privacy } = useTexts();
  const { field, reason, ask } = useReason();
  const write = useWrite('admin.exportSubject');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask();
    if (reason === undefined) return;
    write.mutate(
      { paymentId, reason },
      {
        onSuccess: (data) => {
          const text = JSON.stringify(data, null, 2);
          saveFile(new Blob([text], { type: 'application/json' }), `${person.subject}.json`);
          onClose();
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {field}
      <Failure error={write.error} />
      <Button kind="primary" type="submit" pending={write.isPending}>
        {privacy.export}
      </Button>
    </form>
  );
};

const EraseForm = ({ paymentId, person, onClose }: PrivacyDialogProps) => {
  const { privacy } = useTexts();
  const { field, reason, isAsked, ask } = useReason();
  const [typed, setTyped] = useState('');
  const write = useWrite('admin.requestErasure');
  const { goes, stays } = outlookOf(person);
  const isConfirmed = typed.trim().toUpperCase() === privacy.confirmWord;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask();
    if (reason === undefined || !isConfirmed) return;
    write.mutate(
      { paymentId, reason },
      {
        onSuccess: () => {
          toast.success(privacy.eraseDone);
          onClose();
        },
      },
    );
  };
  const namesOf = (classes: typeof goes) =>
    classes.map((each) => wordFor(privacy.class, each.class)).join(' · ');
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {goes.length > 0 && <p>{privacy.goesNow(namesOf(goes))}</p>}
      {stays.length > 0 && <p>{privacy.goesLater(namesOf(stays))}</p>}
      {field}
      <Field
        label={privacy.confirm(privacy.confirmWord)}
        error={isAsked && !isConfirmed ? privacy.confirmWrong : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Failure error={write.error} />
      <Button kind="danger" type="submit" pending={write.isPending}>
        {privacy.erase}
      </Button>
    </form>
  );
};
