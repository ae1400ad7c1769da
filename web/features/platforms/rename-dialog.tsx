import { toast } from '#/web/lib/toast.ts';
import { revisionNow } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useFormBasis } from '#/web/ui/form/use-form-basis.ts';
import { MeanwhileNotice } from '#/web/ui/meanwhile-notice.tsx';
import { isPlatformName, LONGEST_NAME } from './create-form.ts';
import type { PlatformFacts } from './platforms-queries.ts';
import { usePlatformsTexts } from './platforms-texts.ts';

interface RenameDialogProps {
  readonly platform: PlatformFacts;
  readonly open: boolean;
  readonly onClose: () => void;
}

const RenameDialog = (props: RenameDialogProps) => {
  const { rename } = usePlatformsTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={rename.title(props.platform.name)}
      description={rename.text}
    >
      <RenameForm {...props} />
    </Dialog>
  );
};

interface RenameValues {
  readonly name: string;
}

const differencesBetween = (before: RenameValues, { name }: RenameValues) =>
  before.name === name ? [] : [{ path: 'name', name } as const];

const RenameForm = ({ platform, onClose }: RenameDialogProps) => {
  const texts = usePlatformsTexts();
  const { create, rename, meanwhile } = texts;
  const { platformId, name, revision } = platform;
  const write = useWrite('master.renamePlatform');
  const form = useCheckedForm<RenameValues, 'nameWrong'>({
    defaultValues: { name },
    errorsIn: (typed) => ({ name: isPlatformName(typed.name) ? undefined : 'nameWrong' }),
    errorTexts: create,
  });
  const basis = useFormBasis(form, { revision, values: { name } }, differencesBetween);
  const renamed = basis.changes.at(-1);
  const onSuccess = (): void => {
    toast.success(rename.done);
    onClose();
  };
  const send = (typed: RenameValues, { revision: basedOn }: { revision: number } = basis): void => {
    const values = { name: typed.name.trim() };
    const onError = (failure: Error): void =>
      basis.onRefused(failure, { values: typed, again: (newer) => send(typed, newer) });
    basis.noteSent(values);
    write.mutate({ platformId, ...values, basedOn }, { onSuccess, onError });
  };
  const isOutdated = revisionNow(write.error) !== undefined;
  return (
    <CheckedForm
      form={form}
      onValid={(typed) => send(typed)}
      write={write}
      // No text if the notice below shows the other name.
      failure={isOutdated ? (renamed ? '' : meanwhile) : undefined}
      submitLabel={rename.submit}
    >
      <FormField form={form} name="name" label={create.name}>
        {({ onValue, ...control }) => (
          <TextInput {...control} onValue={onValue} autoComplete="off" maxLength={LONGEST_NAME} />
        )}
      </FormField>
      {renamed && (
        <MeanwhileNotice title={rename.edited(renamed.name)}>
          <p>{rename.kept}</p>
        </MeanwhileNotice>
      )}
    </CheckedForm>
  );
};

export default RenameDialog;
