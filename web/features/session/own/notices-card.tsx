import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { optionalMails } from '#/domain/mail/optional-mails.ts';
import { query } from '#/web/lib/rpc.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { noticesIn, listSwitchedOffMail, type NoticeValues } from './notices-form.ts';
import { useProfileTexts } from './profile-texts.ts';

const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => query('person.getPreferences', {}, { signal }),
});

/** Which mails the person gets; those about the account's security cannot be switched off. */
export const NoticesCard = () => {
  const { notices } = useProfileTexts();
  const result = useQuery(preferencesQuery);
  return (
    <Card title={notices.title} note={notices.text}>
      <Answer query={result} lines={4}>
        {(saved) => <NoticesForm saved={saved} />}
      </Answer>
    </Card>
  );
};

const NoticesForm = ({ saved }: { readonly saved: OutputOf<'person.getPreferences'> }) => {
  const { notices: texts } = useProfileTexts();
  const write = useWrite('person.setPreferences');
  const form = useCheckedForm<NoticeValues, never>({
    defaultValues: noticesIn(saved.switchedOff),
    errorsIn: () => ({}),
    errorTexts: {},
  });
  const save = (values: NoticeValues): void =>
    write.mutate(
      { switchedOff: listSwitchedOffMail(values) },
      { onSuccess: () => toast.success(texts.saved) },
    );
  return (
    <CheckedForm
      form={form}
      onValid={save}
      write={write}
      kind="secondary"
      submitLabel={texts.save}
      className="grid gap-3"
      submitClassName="justify-self-start"
    >
      <Choice label={texts.security} hint={texts.securityHint}>
        <input type="checkbox" checked disabled readOnly className="size-4 accent-accent" />
      </Choice>
      {optionalMails.map((kind) => (
        <Choice key={kind} label={texts.kinds[kind]} hint={texts.hints[kind]}>
          <input {...form.register(kind)} type="checkbox" className="size-4 accent-accent" />
        </Choice>
      ))}
    </CheckedForm>
  );
};

interface ChoiceProps {
  readonly label: string;
  readonly hint: string;
  readonly children: ReactNode;
}

const Choice = ({ label, hint, children }: ChoiceProps) => (
  <label className="flex min-h-control items-center gap-3">
    {children}
    <span className="grid">
      <span className="font-medium">{label}</span>
      <span className="text-xs text-ink-muted">{hint}</span>
    </span>
  </label>
);
