import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '#/web/lib/i18n.ts';
import type { StepUpAsks } from '#/api/contract/procedure.ts';
import { failureText, post, ProblemError } from '#/web/lib/rpc.ts';
import { stepUpQuestion } from '#/web/lib/step-up.ts';
import { Button } from '#/web/ui/button.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { PasswordField } from '#/web/ui/form/password-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useOwnAccessTexts } from './own-access-texts.ts';
import { OverPage } from './over-page.tsx';
import { CodeField } from './second-factor/code-field.tsx';
import { useSecondFactorTexts } from './second-factor/second-factor-texts.ts';

const giveUp = (): void => stepUpQuestion.answer(false);

/** The second factor may have been switched on elsewhere: then the server asks for a code instead of the password. */
const isCodeRequired = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'session/code-required';

/** Asks for the password or a code; the write that waits for it then continues. */
const StepUpDialog = ({ asks }: { readonly asks: StepUpAsks }) => {
  const { login } = useTexts();
  const { stepUp } = useOwnAccessTexts();
  const secondFactor = useSecondFactorTexts();
  const { common } = useUiTexts();
  const language = useLanguage();
  const write = useMutation({
    mutationFn: (proof: { readonly [Field in StepUpAsks]?: string }) =>
      post('/api/auth/step-up', proof),
    onSuccess: () => stepUpQuestion.answer(true),
  });
  const field = isCodeRequired(write.error) ? 'code' : asks;
  const form = useCheckedForm({
    defaultValues: { password: '', code: '' },
    errorsIn: (values) => ({ [field]: values[field].trim() === '' ? field : undefined }),
    errorTexts: { password: login.passwordMissing, code: secondFactor.codeMissing },
  });
  return (
    <OverPage
      title={stepUp.title}
      text={field === 'code' ? secondFactor.stepUp.text : stepUp.text}
      failure={write.error ? failureText(write.error, language) : undefined}
      hidesPage={false}
      onCancel={giveUp}
    >
      <CheckedForm
        form={form}
        onValid={(values) => write.mutate({ [field]: values[field] })}
        write={write}
        failure=""
        submitLabel={stepUp.submit}
      >
        {field === 'code' ? (
          <CodeField form={form} name="code" />
        ) : (
          <PasswordField
            form={form}
            name="password"
            label={login.password}
            autoComplete="current-password"
          />
        )}
      </CheckedForm>
      <Button kind="quiet" onClick={giveUp}>
        {common.cancel}
      </Button>
    </OverPage>
  );
};

export default StepUpDialog;
