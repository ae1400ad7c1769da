import type { RegistrationMode } from '#/domain/onboarding/registration.ts';
import type { OnboardingTexts } from '#/web/i18n/pt-br/people/onboarding.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';
import type { SavedOnboarding } from './onboarding-queries.ts';

type Rules = NonNullable<SavedOnboarding['rules']>;

export interface OnboardingValues {
  readonly registration: RegistrationMode;
  readonly version: string;
  readonly text: string;
}

export type OnboardingError = keyof OnboardingTexts['errors'];

export const valuesOf = (rules: Rules | null): OnboardingValues => ({
  registration: rules?.registration ?? 'CLOSED',
  version: rules?.termsOfUse.version ?? '',
  text: rules?.termsOfUse.text ?? '',
});

const fields = ['registration', 'version', 'text'] as const;

export const differencesBetween = (before: OnboardingValues, after: OnboardingValues) =>
  fields
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, before: before[path], after: after[path] }));

export type OnboardingDifference = ReturnType<typeof differencesBetween>[number];

export const rulesIn = ({ registration, version, text }: OnboardingValues): Rules => ({
  registration,
  termsOfUse: { version: version.trim(), text: text.trim() },
});

/** @param saved the saved rules, null if there are none: if the text of the terms differs, the version must differ too */
export const onboardingErrors = (
  values: OnboardingValues,
  saved: Rules | null,
): FormErrors<OnboardingValues, OnboardingError> => {
  const { version, text } = rulesIn(values).termsOfUse;
  const isOtherText = saved !== null && text !== saved.termsOfUse.text;
  const isSameVersion = isOtherText && version === saved.termsOfUse.version;
  return {
    version: version === '' ? 'missing' : isSameVersion ? 'sameVersion' : undefined,
    text: text === '' ? 'missing' : undefined,
  };
};
