import { useNavigate } from '@tanstack/react-router';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { createErrors, idFor, LONGEST_NAME, type CreateValues } from './create-form.ts';
import { usePlatformsTexts } from './platforms-texts.ts';

interface CreateDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const CreateDialog = ({ open, onClose }: CreateDialogProps) => {
  const { create } = usePlatformsTexts();
  return (
    <Dialog open={open} onClose={onClose} title={create.title} description={create.text}>
      <CreateForm />
    </Dialog>
  );
};

const CreateForm = () => {
  const { create } = usePlatformsTexts();
  const navigate = useNavigate();
  const write = useWrite('master.createPlatform');
  const form = useCheckedForm<CreateValues, 'nameWrong' | 'idWrong'>({
    defaultValues: { name: '', platformId: '' },
    errorsIn: createErrors,
    errorTexts: create,
  });
  const send = (values: CreateValues): void => {
    const platformId = values.platformId.trim();
    write.mutate(
      { platformId, name: values.name.trim() },
      {
        onSuccess: () => {
          toast.success(create.done);
          void navigate({ to: '/master-root/platforms/$platformId', params: { platformId } });
        },
      },
    );
  };
  return (
    <CheckedForm form={form} onValid={send} write={write} submitLabel={create.submit}>
      <FormField form={form} name="name" label={create.name}>
        {({ onValue, ...control }) => (
          <TextInput
            {...control}
            onValue={(name) => {
              form.setValue('platformId', idFor(name, form.getValues()));
              onValue(name);
            }}
            autoComplete="off"
            maxLength={LONGEST_NAME}
          />
        )}
      </FormField>
      <FormField form={form} name="platformId" label={create.id} hint={create.idHint}>
        {({ onValue, ...control }) => (
          <TextInput
            {...control}
            onValue={onValue}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
          />
        )}
      </FormField>
    </CheckedForm>
  );
};

export default CreateDialog;
