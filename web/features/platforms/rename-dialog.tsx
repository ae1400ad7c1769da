import { toast } from '#/web/lib/toast.ts';
import { revisionNow, useBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
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

const RenameForm = ({ platform, onClose }: RenameDialogProps) => {
  const texts = usePlatformsTexts();
  const { create, rename, meanwhile } = texts;
  const { platformId } = platform;
  const write = useWrite('master.renamePlatform');
  const { saved, updateOnConflict } = useBasis(platform.revision);
  const form = useCheckedForm<RenameValues, 'nameWrong'>({
    defaultValues: { name: platform.name },
    errorsIn: ({ name }) => ({ name: isPlatformName(name) ? undefined : 'nameWrong' }),
    errorTexts: create,
  });
  const onSuccess = (): void => {
    toast.success(rename.done);
    onClose();
  };
  const send = ({ name }: RenameValues) =>
    write.mutate(
      { platformId, name: name.trim(), basedOn: saved },
      { onSuccess, onError: (failure) => void updateOnConflict(failure, revisionNow) },
    );
  return (
    <CheckedForm
      form={form}
      onValid={send}
      write={write}
      failure={revisionNow(write.error) === undefined ? undefined : meanwhile}
      submitLabel={rename.submit}
    >
      <FormField form={form} name="name" label={create.name}>
        {({ onValue, ...control }) => (
          <TextInput {...control} onValue={onValue} autoComplete="off" maxLength={LONGEST_NAME} />
        )}
      </FormField>
    </CheckedForm>
  );
};

export default RenameDialog;
