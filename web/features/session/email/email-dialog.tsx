import { queryOptions, useQuery } from '@tanstack/react-query';
import type { EmailChange } from '#/api/contract/person.ts';
import { isEmail } from '#/web/lib/is-email.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, query } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useEmailTexts } from './email-texts.ts';

const emailChangeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: ({ signal }) => query('person.getEmailChange', {}, { signal }),
});

interface EmailDialogProps {
  /** The e-mail with which the user signs in now. */
  readonly email: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

const EmailDialog = ({ email, open, onClose }: EmailDialogProps) => {
  const texts = useEmailTexts();
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} description={texts.text(email)}>
      <State />
    </Dialog>
  );
};

const State = () => {
  const result = useQuery(emailChangeQuery);
  return (
    <Answer query={result} lines={3}>
      {({ waiting }) => (waiting ? <Waiting change={waiting} /> : <AskForm />)}
    </Answer>
  );
};

const Waiting = ({ change }: { readonly change: EmailChange }) => {
  const texts = useEmailTexts();
  const language = useLanguage();
  const { dateTime } = useFormats();
  const cancel = useWrite('person.cancelEmailChange');
  const { newEmail, isFormerConfirmed, isNewConfirmed, until } = change;
  const stateOf = (isConfirmed: boolean) => (isConfirmed ? texts.confirmed : texts.awaited);
  return (
    <div className="grid gap-3">
      <p>{texts.waiting(newEmail, dateTime(until))}</p>
      <ul className="grid gap-1 text-ink-muted">
        <li>{texts.former(stateOf(isFormerConfirmed))}</li>
        <li>{texts.new(stateOf(isNewConfirmed))}</li>
      </ul>
      <p className="text-ink-muted">{texts.notThere}</p>
      <div role="alert" className="text-negative empty:hidden">
        {cancel.error && failureText(cancel.error, language)}
      </div>
      <div>
        <Button pending={cancel.isPending} onClick={() => cancel.mutate({})}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
};

const AskForm = () => {
  const texts = useEmailTexts();
  const write = useWrite('person.requestEmailChange');
  const form = useCheckedForm({
    defaultValues: { email: '' },
    errorsIn: ({ email }) => ({ email: isEmail(email) ? undefined : ('emailWrong' as const) }),
    errorTexts: { emailWrong: texts.emailWrong },
  });
  return (
    <CheckedForm
      form={form}
      onValid={({ email }) => write.mutate({ email: email.trim() })}
      write={write}
      submitLabel={texts.submit}
    >
      <FormField form={form} name="email" label={texts.newEmail}>
        {({ onValue, ...control }) => (
          <TextInput
            {...control}
            onValue={onValue}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        )}
      </FormField>
      <p className="text-ink-muted">{texts.rests}</p>
    </CheckedForm>
  );
};

export default EmailDialog;
