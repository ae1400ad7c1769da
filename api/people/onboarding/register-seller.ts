import { createHash } from 'node:crypto';
import type { Membership } from '#/api/auth/memberships.ts';
import { browserNamesOf } from '#/api/auth/open-sessions.ts';
import { requireOwnPassword } from '#/api/auth/passwords/password-rule.ts';
import { loadPersonRecord } from '#/api/auth/person-record.ts';
import { setFirstPassword } from '#/api/auth/links/first-password.ts';
import type { Registration } from '#/api/auth/links/registration-links.ts';
import type { User } from '#/api/auth/user.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { Rejected } from '#/api/http/problem.ts';
import { documentType, normaliseDocument } from '#/domain/brazil/document.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { prepareSellerDetails } from '#/api/people/prepare-seller-details.ts';
import { mayInvite } from './invite-seller.ts';
import { requireOpen, type OpenPlatform } from './rules.ts';

type Opened = OutputOf<'session.openRegistration'>;
type Input = ParsedInputOf<'session.register'>;

const MISSING_PASSWORD = { errors: [{ path: 'password', message: 'required' }] };

interface From {
  readonly cookies: string | undefined;
  readonly ip: string;
  readonly userAgent: string | null;
}

/** What is stored about the person who uses a link. */
interface Registrant {
  /** Undefined if no user has this e-mail and a password. */
  readonly user: User | undefined;
  /** Id from an earlier registration at this platform, which may have been interrupted. */
  readonly sellerId: string | undefined;
  readonly knownAs: Opened['known'];
}

const findRegistrant = async (
  { core, sessions }: Services,
  { platformId, email }: Registration,
): Promise<Registrant> => {
  const user = await sessions.userOf(email);
  const memberships = await sessions.memberships.of(email);
  const membership = memberships.find(
    (each) => each.kind === 'seller' && each.platformId === platformId,
  );
  const sellerId = membership?.personId;
  if (user === undefined) return { user, sellerId, knownAs: 'no' };
  const isMade =
    sellerId !== undefined &&
    (await loadPersonRecord(core, { kind: 'seller', personId: sellerId })).status !== 'ABSENT';
  return { user, sellerId, knownAs: isMade ? 'seller' : 'user' };
};

/** @throws Refused `onboarding/closed`, Rejected `onboarding/link-over` */
const requireOpenFor = async (
  core: Pick<Core, 'handler'>,
  { platformId, invitedBy }: Registration,
): Promise<OpenPlatform> => {
  const platform = await requireOpen(core, platformId, invitedBy !== null);
  if (invitedBy !== null && !(await mayInvite(core, invitedBy, platformId)))
    throw new Rejected('onboarding/link-over');
  return platform;
};

/** @throws Rejected `onboarding/link-over`, Refused `onboarding/closed` */
export const openRegistration = async (services: Services, token: string): Promise<Opened> => {
  const registration = await services.sessions.registration.open(token);
  const platform = await requireOpenFor(services.core, registration);
  const { knownAs } = await findRegistrant(services, registration);
  return { email: registration.email, ...platform, known: knownAs };
};

/** Requires the user's own session, as another reader of the mailbox may have opened the link. @throws Rejected `session/required` */
const requireTheirSession = async (
  { sessions }: Services,
  { email }: User,
  { cookies }: From,
): Promise<Headers> => {
  const headers = new Headers({ cookie: cookies ?? '' });
  const session = await sessions.find(headers);
  if (session?.user.email !== email) throw new Rejected('session/required');
  return headers;
};

/** @throws Refused `onboarding/terms-changed` */
const acceptedTermsOf = (
  { acceptedVersion }: Input,
  { termsOfUse: { version, text } }: OpenPlatform,
  at: string,
): NonNullable<SellerDetails['acceptedTerms']> => {
  if (acceptedVersion !== version) throw new Refused('onboarding/terms-changed');
  return { version, digest: createHash('sha256').update(text).digest('hex'), at };
};

/** Creates the record, or completes that of an interrupted registration. */
const makeSeller = async (
  { core }: Services,
  { platformId, personId: sellerId }: Membership,
  { email, name, document }: User & { readonly document: string },
  acceptedTerms: SellerDetails['acceptedTerms'],
): Promise<void> => {
  const { handler, now } = core;
  const initial = await prepareSellerDetails(core, { platformId, email, name, document });
  const { identity, contact } = initial;
  const stream = streamOf('seller', sellerId);
  const loaded = await handler.load(seller, stream);
  const { state } = loaded;
  if (state.status === 'ARCHIVED') throw new Refused('record/archived');
  // A revision leaves what staff have set since the interruption.
  const command =
    state.status === 'ABSENT'
      ? ({ type: 'Create', details: { ...initial, acceptedTerms }, now: now() } as const)
      : ({
          type: 'Revise',
          details: { ...state.details, identity, contact, acceptedTerms },
          basedOn: state.revision,
          now: now(),
        } as const);
  const context = {
    commandId: thisMachine.uuid(),
    platform: platformId,
    actor: `seller:${sellerId}`,
    correlation: sellerId,
  } as const;
  await handler.handle(seller, stream, command, context, loaded);
};

/**
 * Makes the seller's record and the user's membership. A new user gets the typed password; an existing user keeps the old one.
 * @throws Refused `receiver/document-type-unknown`, `onboarding/…`, `record/archived`; Rejected
 */
export const registerSeller = async (
  services: Services,
  input: Input,
  from: From,
): Promise<{ readonly email: string; readonly isNew: boolean }> => {
  const { core, sessions, trail } = services;
  const document = normaliseDocument(input.document);
  if (documentType(document) === undefined) throw new Refused('receiver/document-type-unknown');
  return sessions.registration.use(input.token, async (registration) => {
    const { platformId, email } = registration;
    const platform = await requireOpenFor(core, registration);
    const acceptedTerms = acceptedTermsOf(input, platform, core.now());
    const registrant = await findRegistrant(services, registration);
    if (registrant.knownAs === 'seller') throw new Refused('onboarding/already-seller');
    const headers = registrant.user && (await requireTheirSession(services, registrant.user, from));
    const { password } = input;
    if (!registrant.user) {
      if (password === undefined) throw new Rejected('request/invalid-input', MISSING_PASSWORD);
      await requireOwnPassword(password, [email, input.name, platform.platformName]);
    }
    const personId = registrant.sellerId ?? registration.sellerId;
    const membership = { kind: 'seller', personId, platformId } as const;
    await sessions.memberships.join(registrant.user ?? { email, name: input.name }, membership);
    await makeSeller(services, membership, { email, name: input.name, document }, acceptedTerms);
    if (headers) {
      await sessions.memberships.choose(headers, membership);
      const action = { type: 'RecordSignIn', failures: 0, isKnownDevice: true } as const;
      const browser = browserNamesOf(from.userAgent);
      trail.recordLater(async () => [membership], action, from.ip, browser);
    } else if (password !== undefined)
      await setFirstPassword(services, { email, password }, membership);
    return { email, isNew: headers === undefined };
  });
};
