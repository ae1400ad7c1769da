import { useQuery } from '@tanstack/react-query';
import { toast } from '#/web/lib/toast.ts';
import {
  LONGEST_TERMS,
  LONGEST_VERSION,
  registrationModes,
} from '#/domain/onboarding/registration.ts';
import { isOutdated } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { fieldClass, TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm, type UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { useFormBasis } from '#/web/ui/form/use-form-basis.ts';
import { LeaveGuard } from '#/web/ui/leave-guard.tsx';
import {
  differencesBetween,
  onboardingErrors,
  rulesIn,
  valuesOf,
  type OnboardingError,
  type OnboardingValues,
} from './onboarding-form.ts';
import { OnboardingHistory } from './onboarding-history.tsx';
import { OnboardingMeanwhile } from './onboarding-meanwhile.tsx';
import { onboardingQuery, type SavedOnboarding } from './onboarding-queries.ts';
import { useOnboardingTexts } from './onboarding-texts.ts';

interface OnboardingSettingsProps {
  readonly platformId: string;
}

/** Whether sellers may register, at which address, and the terms of use. */
export const OnboardingSettings = ({ platformId }: OnboardingSettingsProps) => {
  const result = useQuery(onboardingQuery);
  return (
    <Answer query={result} lines={8}>
      {(saved) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <OnboardingForm saved={saved} platformId={platformId} />
          <OnboardingHistory />
        </div>
      )}
    </Answer>
  );
};

interface OnboardingFormProps extends OnboardingSettingsProps {
  readonly saved: SavedOnboarding;
}

/** Before the first rules the server's revision is null: `basedOn` stays null, and `revision` is -1, below every other. */
const savedIn = ({ rules, revision }: SavedOnboarding) => ({
  values: valuesOf(rules),
  basedOn: revision,
  revision: revision ?? -1,
});

/** The form of the rules, and how it is saved. Unchanged fields follow the record. */
const useOnboardingForm = (saved: SavedOnboarding) => {
  const texts = useOnboardingTexts();
  const write = useWrite('admin.reviseOnboarding');
  const form = useCheckedForm<OnboardingValues, OnboardingError>({
    defaultValues: valuesOf(saved.rules),
    errorsIn: (values) => onboardingErrors(values, saved.rules),
    errorTexts: texts.errors,
  });
  const savedValues = savedIn(saved);
  const basis = useFormBasis(form, savedValues, differencesBetween);
  const { noteSent, onRefused, moveTo } = basis;
  const save = (
    values: OnboardingValues,
    { basedOn }: Pick<typeof savedValues, 'basedOn'> = basis,
  ): void => {
    const rules = rulesIn(values);
    noteSent(valuesOf(rules));
    write.mutate(
      { rules, basedOn },
      {
        onSuccess: () => {
          toast.success(texts.saved);
          moveTo(values, valuesOf(rules));
        },
        onError: (failure) => onRefused(failure, { values, again: (newer) => save(values, newer) }),
      },
    );
  };
  const discard = (): void => form.reset(savedValues.values);
  return { form, write, changes: basis.changes, save, discard };
};

const OnboardingForm = ({ saved, platformId }: OnboardingFormProps) => {
  const texts = useOnboardingTexts();
  const { form, write, changes, save, discard } = useOnboardingForm(saved);
  const { isDirty } = form.formState;
  return (
    <CheckedForm
      form={form}
      onValid={(values) => save(values)}
      write={write}
      // No text if `OnboardingMeanwhile` lists the changes.
      failure={isOutdated(write.error) && changes.length > 0 ? '' : undefined}
      submitLabel={texts.save}
      className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4"
      footClassName="flex flex-wrap items-center justify-end gap-2"
      actions={
        isDirty && (
          <>
            <p role="status" className="mr-auto text-ink-muted">
              {texts.unsaved}
            </p>
            <Button onClick={discard}>{texts.discard}</Button>
          </>
        )
      }
    >
      <p className="text-ink-muted">{texts.text}</p>
      <OpenChoice form={form} platformId={platformId} />
      <FormField form={form} name="version" label={texts.version} hint={texts.versionHint}>
        {(control) => <TextInput {...control} autoComplete="off" maxLength={LONGEST_VERSION} />}
      </FormField>
      <FormField form={form} name="text" label={texts.terms} hint={texts.termsHint}>
        {({ onValue, ...control }) => (
          <textarea
            {...control}
            onChange={({ target }) => onValue(target.value)}
            rows={12}
            maxLength={LONGEST_TERMS}
            className={classNames(fieldClass, 'h-auto! w-full py-2')}
          />
        )}
      </FormField>
      <OnboardingMeanwhile changes={changes} />
      <LeaveGuard hasUnsaved={isDirty} />
    </CheckedForm>
  );
};

interface OpenChoiceProps extends OnboardingSettingsProps {
  readonly form: UseCheckedFormReturn<OnboardingValues>;
}

const OpenChoice = ({ form, platformId }: OpenChoiceProps) => {
  const texts = useOnboardingTexts();
  const address = `${location.origin}/register?platform=${platformId}`;
  const isOpen = form.watch('registration') === 'OPEN';
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">{texts.registration}</legend>
      {registrationModes.map((value) => (
        <label key={value} className="flex min-h-control items-center gap-2">
          <input
            {...form.register('registration')}
            type="radio"
            value={value}
            className="size-4 shrink-0 accent-accent"
          />
          {texts.modes[value]}
        </label>
      ))}
      {isOpen && (
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-muted">
          {texts.address}
          <CopyField value={address} label={texts.copyAddress} copiedLabel={texts.copied} />
        </p>
      )}
    </fieldset>
  );
};
