import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { StepUp } from '#/web/features/session/step-up.tsx';
import { signOut } from '#/web/features/session/sign-in.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecondFactorTexts } from './second-factor-texts.ts';
import { SetUp } from './set-up.tsx';

/** Sets up a required second factor. @param props.onEnd also called when the user has signed out */
export const FirstSetUp = ({ onEnd }: { readonly onEnd: () => void }) => {
  const { first, text } = useSecondFactorTexts();
  const language = useLanguage();
  const begin = useWrite('person.beginSecondFactor');
  const [codes, setCodes] = useState<readonly string[]>();
  const leave = useMutation({ mutationFn: () => signOut() });
  const failure = begin.error ?? leave.error;
  return (
    <AuthFrame
      title={first.title}
      text={begin.data ? text : first.text}
      failure={failure ? failureText(failure, language) : undefined}
    >
      <div className="mt-5">
        {codes !== undefined && <RecoveryCodes codes={codes} onSaved={onEnd} />}
        {codes === undefined && begin.data && <SetUp secret={begin.data} onDone={setCodes} />}
        {!begin.data && (
          <div className="grid gap-2">
            <Button
              kind="primary"
              className="h-11"
              pending={begin.isPending}
              onClick={() => begin.mutate({})}
            >
              {first.start}
            </Button>
            <Button
              kind="quiet"
              pending={leave.isPending}
              onClick={() => leave.mutate(undefined, { onSuccess: onEnd })}
            >
              {first.signOut}
            </Button>
          </div>
        )}
      </div>
      <StepUp />
    </AuthFrame>
  );
};
