import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { SecondFactorState } from '#/api/contract/person.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, query } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecondFactorTexts } from './second-factor-texts.ts';
import { SetUp } from './set-up.tsx';

const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => query('person.getSecondFactor', {}, { signal }),
});

interface SecondFactorDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Switches the second factor on or off, moves it to another app, and makes new recovery codes. */
const SecondFactorDialog = ({ open, onClose }: SecondFactorDialogProps) => {
  const texts = useSecondFactorTexts();
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} description={texts.text}>
      <Steps />
    </Dialog>
  );
};

type Step =
  | { readonly at: 'state' }
  | { readonly at: 'set-up'; readonly secret: OutputOf<'person.beginSecondFactor'> }
  | { readonly at: 'codes'; readonly codes: readonly string[] }
  | { readonly at: 'switch-off' };

const Steps = () => {
  const [step, setStep] = useState<Step>({ at: 'state' });
  const state = useQuery(secondFactorQuery);
  const back = () => setStep({ at: 'state' });
  switch (step.at) {
    case 'set-up':
      return <SetUp secret={step.secret} onDone={(codes) => setStep({ at: 'codes', codes })} />;
    case 'codes':
      return <RecoveryCodes codes={step.codes} onSaved={back} />;
    case 'switch-off':
      return <SwitchOff onEnd={back} />;
    case 'state':
      return (
        <Answer query={state} lines={3}>
          {(factor) => <State state={factor} onStep={setStep} />}
        </Answer>
      );
  }
};

interface StateProps {
  readonly state: SecondFactorState;
  readonly onStep: (step: Step) => void;
}

const State = ({ state, onStep }: StateProps) => {
  const texts = useSecondFactorTexts();
  const language = useLanguage();
  const { dateTime } = useFormats();
  const begin = useWrite('person.beginSecondFactor');
  const renew = useWrite('person.renewRecoveryCodes');
  const failure = begin.error ?? renew.error;
  const start = () => begin.mutate({}, { onSuccess: (secret) => onStep({ at: 'set-up', secret }) });
  const renewCodes = () =>
    renew.mutate({}, { onSuccess: (made) => onStep({ at: 'codes', codes: made.recoveryCodes }) });
  const isOn = state.since !== null;
  return (
    <div className="grid gap-3">
      <div role="alert" className="text-negative empty:hidden">
        {failure && failureText(failure, language)}
      </div>
      {state.since === null ? (
        <p>{texts.off}</p>
      ) : (
        <p>
          {texts.on(dateTime(state.since))} {texts.codesLeft(state.recoveryCodesLeft)}
        </p>
      )}
      {isOn && state.isObligatory && <p className="text-ink-muted">{texts.isObligatory}</p>}
      <p className="text-ink-muted">{texts.rests}</p>
      <div className="flex flex-wrap gap-2">
        <Button kind={isOn ? 'secondary' : 'primary'} pending={begin.isPending} onClick={start}>
          {isOn ? texts.another : texts.switchOn}
        </Button>
        {isOn && (
          <Button pending={renew.isPending} onClick={renewCodes}>
            {texts.newCodes}
          </Button>
        )}
        {isOn && !state.isObligatory && (
          <Button onClick={() => onStep({ at: 'switch-off' })}>{texts.switchOff}</Button>
        )}
      </div>
    </div>
  );
};

const SwitchOff = ({ onEnd }: { readonly onEnd: () => void }) => {
  const texts = useSecondFactorTexts();
  const language = useLanguage();
  const remove = useWrite('person.removeSecondFactor');
  return (
    <div className="grid gap-3">
      <h2 className="font-semibold">{texts.switchOffTitle}</h2>
      <p>
        {texts.switchOffText} {texts.rests}
      </p>
      <div role="alert" className="text-negative empty:hidden">
        {remove.error && failureText(remove.error, language)}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onEnd}>{texts.keep}</Button>
        <Button
          kind="danger"
          pending={remove.isPending}
          onClick={() => remove.mutate({}, { onSuccess: onEnd })}
        >
          {texts.switchOff}
        </Button>
      </div>
    </div>
  );
};

export default SecondFactorDialog;
