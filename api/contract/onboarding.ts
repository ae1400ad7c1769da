import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import {
  LONGEST_TERMS,
  LONGEST_VERSION,
  registrationModes,
} from '#/domain/onboarding/registration.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import { after, instant, mutation, position, query, typedName } from './procedure.ts';

const termsOfUse = z.strictObject({
  version: z.string().trim().min(1).max(LONGEST_VERSION),
  text: z.string().trim().min(1).max(LONGEST_TERMS),
});

/** How a platform accepts new sellers. */
const rules = z.strictObject({
  /** Who may register: anyone who proves an e-mail, only people whom staff invited, or no one. */
  registration: z.enum(registrationModes),
  termsOfUse,
});

/** The part of a link after the #. Any length is accepted: a token that never existed gets the same refusal as a used one. */
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
    /** Where the mails of this installation go. */
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
      /**
       * What the person with this e-mail is already. A `user` has to sign in, and keeps the password; a `seller` has nothing to register.
       */
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
      /** CPF or CNPJ, with or without its mask. */
      document: z.string().max(30),
      /** Version of the terms of use that the person accepts. */
      acceptedVersion: z.string().max(LONGEST_VERSION),
      /** Only for a person who cannot sign in yet. */
      password: z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD).optional(),
    }),
    z.strictObject({}),
    { limit: 'invitation' },
  ),
  'admin.inviteSeller': mutation(
    'Mails someone a link by which they register as a seller, good for seven days',
    z.strictObject({ email: z.email().max(254) }),
    z.strictObject({
      /** Where the mail with the link went. */
      to: z.enum(['server', 'outbox', 'nothing']),
      /** The link, which the caller has to hand over; null where it was mailed. */
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
      /**
       * The revision on which the change is based, null where nothing was set up. If the rules have changed since, the change is refused.
       */
      basedOn: z.int().min(0).nullable(),
    }),
    z.strictObject({ position }),
  ),
};
