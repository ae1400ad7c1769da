import { createFileRoute } from '@tanstack/react-router';
import { OnboardingSettings } from '#/web/features/onboarding/onboarding-settings.tsx';
import { useOnboardingTexts } from '#/web/features/onboarding/onboarding-texts.ts';
import { TermsPage } from '#/web/features/platform-terms/terms-page.tsx';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';

const PlatformSettings = () => {
  const { tab } = useOnboardingTexts();
  const { platformId } = useStaffSession();
  const content = <OnboardingSettings platformId={platformId} />;
  return <TermsPage more={[{ value: 'onboarding', label: tab, content }]} />;
};

export const Route = createFileRoute('/admin-root/platform-settings/')({
  component: PlatformSettings,
});
