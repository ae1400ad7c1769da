import { useState } from 'react';
import type { FormEvent } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { textOf } from '#/web/ui/fields/text-of.ts';
import { QrCode } from '#/web/ui/qr-code.tsx';
import { CodeField } from './code-field.tsx';
import { useSecondFactorTexts } from './second-factor-texts.ts';

interface SetUpProps {
  readonly secret: OutputOf<'person.beginSecondFactor'>;
  /** Called with the recovery codes once the user has entered the app's first code. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** Shows a secret for an authenticator app, and asks for the first code of the app. */
export const SetUp = ({ secret: { secret, uri }, onDone }: SetUpProps) => {
  const texts = useSecondFactorTexts();
  const { setUp } = texts;
  const language = useLanguage();
  const [isMissing, setMissing] = useState(false);
  const confirm = useWrite('person.confirmSecondFactor');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = textOf(new FormData(event.currentTarget), 'code').trim();
    setMissing(code === '');
    if (code === '') return;
    confirm.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  };
  const failure = confirm.error ? failureText(confirm.error, language) : undefined;
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <p>{setUp.scan}</p>
      <div className="justify-self-center overflow-hidden rounded-md border border-line">
        <QrCode text={uri} label={setUp.qr} />
      </div>
      <div className="grid gap-1">
        <span className="text-sm font-medium">{setUp.key}</span>
        <CopyField value={secret} label={setUp.copyKey} copiedLabel={setUp.copied} />
      </div>
      <p>{setUp.afterwards}</p>
      <CodeField
        takesRecovery={false}
        error={isMissing ? texts.codeMissing : confirm.isPending ? undefined : failure}
      />
      <Button kind="primary" type="submit" pending={confirm.isPending}>
        {setUp.confirm}
      </Button>
    </form>
  );
};
