import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { useReceiverTexts } from './receiver-texts.ts';

interface ReasonDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** The label of the reason's field. */
  readonly label: string;
  readonly kind: 'danger' | 'primary';
  readonly pending: boolean;
  readonly error: unknown;
  readonly onReason: (reason: string) => void;
  /** Further inputs, above the reason. */
  readonly children?: ReactNode;
}

const SHORTEST_REASON = 3;

/** A decision that is recorded with its reason. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const texts = useReceiverTexts();
  const { common } = useTexts();
  const language = useLanguage();
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const isShort = reason.trim().length < SHORTEST_REASON;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (!isShort) props.onReason(reason.trim());
  };
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      description={props.text}
      closeLabel={common.close}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {props.children}
        <Field label={props.label} error={checked && isShort ? texts.reasonShort : undefined}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={300}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <div role="alert" className="text-negative empty:hidden">
          {props.error !== null && failureText(props.error, language)}
        </div>
        <Button kind={props.kind} type="submit" pending={props.pending}>
          {props.submit}
        </Button>
      </form>
    </Dialog>
  );
};
