import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, post } from '#/web/lib/rpc.ts';
import { stepUpAsked } from '#/web/lib/step-up.ts';
import { Button } from '#/web/ui/button.tsx';
import { PasswordField } from '#/web/ui/fields/password-field.tsx';
import { useUiTexts } from '#/web/ui/texts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useOwnAccessTexts } from './own-access-texts.ts';
import { OverPage } from './over-page.tsx';

const giveUp = (): void => stepUpAsked.answer(false);

/** Asks for the password before something that the session alone may not do, which then goes on by itself. */
const StepUpDialog = () => {
  const { login } = useTexts();
  const { stepUp } = useOwnAccessTexts();
  const { common } = useUiTexts();
  const language = useLanguage();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (password: string) => post('/api/auth/step-up', { password }),
    onSuccess: () => stepUpAsked.answer(true),
  });
  return (
    <OverPage
      title={stepUp.title}
      text={stepUp.text}
      failure={error ? failureText(error, language) : undefined}
      hidesPage={false}
      onCancel={giveUp}
      onPassword={mutate}
    >
      <PasswordField
        label={login.password}
        name="password"
        autoComplete="current-password"
        error={undefined}
      />
      <Button kind="primary" type="submit" pending={isPending}>
        {stepUp.submit}
      </Button>
      <Button kind="quiet" onClick={giveUp}>
        {common.cancel}
      </Button>
    </OverPage>
  );
};

export default StepUpDialog;
