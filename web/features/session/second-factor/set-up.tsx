import type { OutputOf } from '#/api/contract/contract.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { QrCode } from '#/web/ui/qr-code.tsx';
import { CodeField } from './code-field.tsx';
import { useSecondFactorTexts } from './second-factor-texts.ts';

interface SetUpProps {
  readonly secret: OutputOf<'person.beginSecondFactor'>;
  /** Called once the user has entered the app's first code. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** Shows the secret for the app, and asks for the app's first code. */
export const SetUp = ({ secret: { secret, uri }, onDone }: SetUpProps) => {
  const texts = useSecondFactorTexts();
  const { setUp } = texts;
  const language = useLanguage();
  const confirm = useWrite('person.confirmSecondFactor');
  const form = useCheckedForm<{ readonly code: string }, 'missing' | 'refused'>({
    defaultValues: { code: '' },
    errorsIn: ({ code }) => ({ code: code.trim() === '' ? 'missing' : undefined }),
    errorTexts: {
      missing: texts.codeMissing,
      refused: confirm.error ? failureText(confirm.error, language) : '',
    },
  });
  const send = ({ code }: { readonly code: string }): void =>
    confirm.mutate(
      { code: code.trim() },
      {
        onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
        onError: () => form.setError('code', { type: 'refused' }),
      },
    );
  return (
    <CheckedForm form={form} onValid={send} write={confirm} failure="" submitLabel={setUp.confirm}>
      <p>{setUp.scan}</p>
      <div className="justify-self-center overflow-hidden rounded-md border border-line">
        <QrCode text={uri} label={setUp.qr} />
      </div>
      <div className="grid gap-1">
        <span className="text-sm font-medium">{setUp.key}</span>
        <CopyField value={secret} label={setUp.copyKey} copiedLabel={setUp.copied} />
      </div>
      <p>{setUp.afterwards}</p>
      <CodeField form={form} name="code" takesRecovery={false} />
    </CheckedForm>
  );
};
