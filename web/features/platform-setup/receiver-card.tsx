import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { revisionNow, useTypedBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { findPixKeyError } from '#/domain/brazil/pix-key.ts';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';
import { translateCode } from '#/web/i18n/texts.ts';
import type { SavedSetup } from './setup-queries.ts';
import { useSetupTexts } from './setup-texts.ts';

const remove = lazyDialog(() => import('./remove-dialog.tsx'));

interface ReceiverCardProps {
  readonly platformId: string;
  readonly now: SavedSetup;
}

/** The platform's PIX key, masked, for accounts at acquirers that have none of their own. */
export const ReceiverCard = ({ platformId, now: { setup, revision } }: ReceiverCardProps) => {
  const { receiver: texts, remove: removal } = useSetupTexts();
  const isReadOnly = useIsReadOnly();
  const [isRemoving, setRemoving] = useState(false);
  const { receiver } = setup;
  const action = receiver && !isReadOnly && (
    <Button {...remove.preload} size="small" onClick={() => setRemoving(true)}>
      {removal.button}
    </Button>
  );
  return (
    <Card title={texts.title} note={texts.note} action={action}>
      <div className="grid gap-4">
        {receiver ? (
          <p>
            {translateCode(texts.types, receiver.type)}: {receiver.masked}
          </p>
        ) : (
          <p className="text-ink-muted">{texts.none}</p>
        )}
        {!isReadOnly && (
          <KeyForm platformId={platformId} revision={revision} shown={JSON.stringify(receiver)} />
        )}
      </div>
      <remove.Dialog
        platformId={platformId}
        direction={null}
        revision={revision}
        open={isRemoving}
        onClose={() => setRemoving(false)}
      />
    </Card>
  );
};

interface KeyFormProps {
  readonly platformId: string;
  readonly revision: number;
  /** The saved key that the page shows, as JSON. */
  readonly shown: string;
}

const KeyForm = ({ platformId, revision, shown }: KeyFormProps) => {
  const { receiver: texts, meanwhile } = useSetupTexts();
  const write = useWrite('master.setPlatformReceiver');
  const form = useCheckedForm<{ pixKey: string }, 'wrong'>({
    defaultValues: { pixKey: '' },
    errorsIn: ({ pixKey }) => ({ pixKey: findPixKeyError(pixKey) ? 'wrong' : undefined }),
    errorTexts: { wrong: texts.wrong },
  });
  const { saved, updateOnConflict } = useTypedBasis(revision, shown, form.formState.isDirty);
  const save = ({ pixKey }: { pixKey: string }): void =>
    write.mutate(
      { platformId, pixKey: pixKey.trim(), basedOn: saved },
      {
        onSuccess: () => {
          toast.success(texts.done);
          form.reset({ pixKey: '' });
        },
        onError: (failure) => void updateOnConflict(failure, revisionNow),
      },
    );
  return (
    <CheckedForm
      form={form}
      onValid={save}
      write={write}
      kind="secondary"
      failure={revisionNow(write.error) === undefined ? undefined : meanwhile}
      submitLabel={texts.submit}
      autoComplete="off"
      className="grid gap-3"
      submitClassName="justify-self-start"
    >
      <FormField form={form} name="pixKey" label={texts.key}>
        {({ onValue, ...control }) => (
          <TextInput
            {...control}
            onValue={onValue}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={77}
          />
        )}
      </FormField>
    </CheckedForm>
  );
};
