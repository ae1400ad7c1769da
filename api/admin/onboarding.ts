import type { ProceduresOf } from '#/api/http/procedure.ts';
import { inviteSeller } from '#/api/people/onboarding/invite-seller.ts';
import { listOnboardingChanges } from '#/api/people/onboarding/rules-history.ts';
import { loadOnboarding, reviseOnboarding } from '#/api/people/onboarding/rules.ts';

type OnboardingName = Extract<
  keyof ProceduresOf<'admin'>,
  'admin.inviteSeller' | `admin.${string}Onboarding${string}`
>;

export const onboardingProcedures: Pick<ProceduresOf<'admin'>, OnboardingName> = {
  'admin.inviteSeller': ({ email }, { caller, language, once, services }) =>
    once((by) => inviteSeller(services, email, { caller, language, by })),

  'admin.getOnboarding': (_input, { caller, services: { core } }) =>
    loadOnboarding(core, caller.platformId),

  'admin.reviseOnboarding': async (input, { once, services: { core } }) => ({
    position: await once((by) => reviseOnboarding(core, input, by)),
  }),

  'admin.listOnboardingChanges': async (_input, { caller, services: { core } }) => ({
    changes: await listOnboardingChanges(core, caller.platformId),
    position: (await core.store.head()) ?? '',
  }),
};
