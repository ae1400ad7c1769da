import { problem } from '#/api/contract/procedure.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { mailingWorld, type MailingWorld } from '#/api/testing/mailing-world.ts';
import type { AnyPerson, NewPerson } from '#/api/testing/people.ts';

export const password = 'cavalo bateria grampo';
export const rules = {
  registration: 'OPEN',
  termsOfUse: { version: '2026-11', text: 'Quem vende entrega.' },
};
export const vera = {
  name: 'Vera Vendedora',
  document: '529.982.247-25',
  acceptedVersion: rules.termsOfUse.version,
  password,
};

/** A new address each time, because the number of links to one address is limited. */
export const newEmail = (): string => `vera@${crypto.randomUUID()}.example`;

export const codeIn = ({ body }: ApiAnswer): string => problem.parse(body).code;

/** Sellers may register at the platform `demo`. */
export interface RegisteringWorld extends MailingWorld {
  /** @returns the administrator of another open platform */
  readonly newOpenPlatform: () => Promise<NewPerson>;
  /** Revises the rules of registration. */
  readonly revise: (input: object, as?: AnyPerson) => Promise<ApiAnswer>;
  readonly invite: (to: string, key?: string, as?: AnyPerson) => Promise<ApiAnswer>;
  readonly request: (to: string, platformId?: string) => Promise<ApiAnswer>;
  readonly open: (token: string) => Promise<ApiAnswer>;
  readonly register: (token: string, input?: object, cookie?: string) => Promise<ApiAnswer>;
  readonly signIn: (email: string, secret?: string) => Promise<ApiAnswer>;
  /** Requests a link. @returns its token */
  readonly tokenFor: (to: string, platformId?: string) => Promise<string>;
  /** Streams of all sellers. */
  readonly sellersMade: () => Promise<readonly string[]>;
}

export const registeringWorld = async (): Promise<RegisteringWorld> => {
  const world = await mailingWorld();
  const keyed = (as: AnyPerson, key: string = crypto.randomUUID()) => ({
    as,
    headers: { 'idempotency-key': key },
  });
  const revise: RegisteringWorld['revise'] = (input, as = 'admin') =>
    world.post('/api/admin.reviseOnboarding', input, keyed(as));
  const request: RegisteringWorld['request'] = (to, platformId = 'demo') =>
    world.post('/api/session.requestRegistration', { platformId, email: to });
  await revise({ rules, basedOn: null });
  return {
    ...world,
    newOpenPlatform: async () => {
      const admin = await world.newAdmin(await world.newPlatform());
      await revise({ rules, basedOn: null }, admin);
      return admin;
    },
    revise,
    request,
    invite: (to, key, as = 'admin') =>
      world.post('/api/admin.inviteSeller', { email: to }, keyed(as, key)),
    open: (token) => world.post('/api/session.openRegistration', { token }),
    register: (token, input = vera, cookie) => {
      const headers = cookie === undefined ? {} : { cookie };
      return world.post('/api/session.register', { token, ...input }, { headers });
    },
    signIn: (email, secret = password) =>
      world.post('/api/auth/sign-in/email', { email, password: secret }),
    tokenFor: async (to, platformId) => {
      await request(to, platformId);
      return (await world.linkTo(to)).token;
    },
    sellersMade: async () => {
      const log = (await Array.fromAsync(world.store.readAll({}))).flat();
      return log.filter(({ type }) => type === 'SellerCreated').map(({ stream }) => stream);
    },
  };
};
