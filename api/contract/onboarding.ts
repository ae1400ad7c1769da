import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import {
  LONGEST_TERMS,
  LONGEST_VERSION,
  registrationModes,
} from '#/domain/onboarding/registration.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import { change } from './platform-settings.ts';
import { after, instant, mutation, position, query, typedName } from './procedure.ts';

const termsOfUse = z.strictObject({
  version: z.string().trim().min(1).max(LONGEST_VERSION),
  text: z.string().trim().min(1).max(LONGEST_TERMS),
});

const rules = z.strictObject({
  /** Who may register. */
  registration: z.enum(registrationModes),
  termsOfUse,
});

/** The part of a link after the #. It may have any length: an invented token is refused like a used one. */
const token = z.string();

/** How sellers register by themselves (people.40). */
export const onboardingContract = {
  'session.getRegistration': query(
    'The platform at which sellers may register, by default the only one that takes anyone in; null where there is none, or several',
    z.strictObject({ platformId: aggregateId.optional() }),
    z.strictObject({ platformId: aggregateId, platformName: z.string() }).nullable(),
  ),
  'session.requestRegistration': mutation(
    'Mails a link to register as a seller to this e-mail. The answer is the same whether or not it is known',
    z.strictObject({ platformId: aggregateId, email: z.email().max(254) }),
    z.strictObject({ to: z.enum(['server', 'outbox', 'nothing']) }),
    { limit: 'invitation' },
  ),
  'session.openRegistration': mutation(
    'What a link to register is for. It changes nothing, and is posted so that the token is in no address',
    z.strictObject({ token }),
    z.strictObject({
      email: z.string(),
      platformName: z.string(),
      termsOfUse,
      /** A `user` has to sign in; a `seller` has nothing to register. */
      known: z.enum(['no', 'user', 'seller']),
    }),
    { limit: 'invitation' },
  ),
  'session.register': mutation(
    'Makes the holder of a link a seller, who signs in from now on; works once. Who can sign in already has to be',
    z.strictObject({
      token,
      /** Full name, or registered name of a company. */
      name: typedName(120),
      /** CPF or CNPJ, with or without mask. */
      document: z.string().max(30),
      acceptedVersion: z.string().max(LONGEST_VERSION),
      /** For a person who cannot sign in yet. */
      password: z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD).optional(),
    }),
    z.strictObject({}),
    { limit: 'invitation' },
  ),
  'admin.inviteSeller': mutation(
    'Mails someone a link by which they register as a seller, good for seven days',
    z.strictObject({ email: z.email().max(254) }),
    z.strictObject({
      to: z.enum(['server', 'outbox', 'nothing']),
      /** To be handed over by the caller; null where it was mailed. */
      url: z.string().nullable(),
      position,
    }),
    { limit: 'invitation' },
  ),
  'admin.getOnboarding': query(
    'How the platform takes in sellers; null until it was set up',
    z.strictObject({ after }),
    z.strictObject({
      rules: rules.nullable(),
      revision: z.int().nullable(),
      changedAt: instant.nullable(),
      position,
    }),
  ),
  'admin.reviseOnboarding': mutation(
    'Sets up or changes how the platform takes in sellers',
    z.strictObject({
      rules,
      /** Revision that the change is based on, null for none; refused if there is a later one. */
      basedOn: z.int().min(0).nullable(),
    }),
    z.strictObject({ position }),
  ),
  'admin.listOnboardingChanges': query(
    'Who changed how the platform takes in sellers, the last change first',
    z.strictObject({ after }),
    z.strictObject({ changes: z.array(change), position }),
  ),
};
