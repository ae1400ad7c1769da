import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { StepUp } from '#/web/features/session/step-up.tsx';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import { signOut } from '#/web/features/session/sign-in.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecondFactorTexts } from './second-factor-texts.ts';
import { SetUp } from './set-up.tsx';

/** Lets who has to have a second factor set it up before they go on. @param props.onDone called when they may */
export const FirstSetUp = ({ onDone }: { readonly onDone: () => void }) => {
  const { first, text } = useSecondFactorTexts();
  const language = useLanguage();
  const client = useQueryClient();
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
        {codes !== undefined && <RecoveryCodes codes={codes} onSaved={onDone} />}
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
              onClick={() =>
                leave.mutate(undefined, {
                  onSuccess: () => client.setQueryData(sessionQuery.queryKey, null),
                })
              }
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
