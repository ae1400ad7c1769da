import type { OutputOf } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { Session } from '#/api/contract/session.ts';
import type { ApiAnswer, ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, people, type Person } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';

export const REASON = 'Chamado de suporte sobre os saques';

export const codeIn = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

/** Steps for tests of impersonation. Records are changed in the log, as another process would. */
export const impersonating = (world: () => ApiWorld) => {
  const signIn = async (person: Person): Promise<string> => {
    const credentials = { email: emailOf(person), password: PASSWORD };
    const { headers } = await world().post('/api/auth/sign-in/email', credentials);
    return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };
  const get = (cookie: string, path: string): Promise<ApiAnswer> =>
    world().get(`/api/${path}`, { headers: { cookie } });
  const post = (cookie: string, path: string, body: unknown, key?: string): Promise<ApiAnswer> =>
    world().post(`/api/${path}`, body, {
      headers: { cookie, 'idempotency-key': key ?? crypto.randomUUID() },
    });
  const begin = (cookie: string, sellerId: string, reason = REASON): Promise<ApiAnswer> =>
    post(cookie, 'admin.beginImpersonation', { sellerId, reason });
  const otherProcess = () => createCommandHandler({ store: world().store });
  const contextOf = (correlation: string) => ({
    commandId: crypto.randomUUID(),
    platform: 'demo',
    actor: 'system',
    correlation,
  });
  return {
    signIn,
    get,
    post,
    begin,

    /** @returns the cookie of staff who impersonate the seller */
    enter: async (as: Person = 'admin', sellerId: string = people.ana.sellerId) => {
      const cookie = await signIn(as);
      const begun = await begin(cookie, sellerId);
      if (begun.status !== 200) throw new Error(`not in as ${sellerId}: ${begun.text}`);
      return cookie;
    },

    sessionOf: async (cookie: string): Promise<Session | null> => {
      const { body } = await get(cookie, 'session.get');
      return body === null ? null : Object(body);
    },

    /** @returns all recorded impersonations of the seller, as the seller sees them, newest first */
    listSeenBy: async (as: Person): Promise<OutputOf<'seller.listImpersonations'>['items']> => {
      await world().waitUntilShown();
      const { body } = await world().get('/api/seller.listImpersonations', { as });
      const { items }: OutputOf<'seller.listImpersonations'> = Object(body);
      return items;
    },

    grant: async (staffId: string, permissions: readonly PermissionFlag[]): Promise<void> => {
      const stream = streamOf('staff', staffId);
      const { state } = await otherProcess().load(staff, stream);
      if (state.status === 'ABSENT') throw new Error(`no ${staffId}`);
      const details = { ...state.details, permissions: [...permissions] };
      const command = { type: 'Revise', details, now: world().services.core.now() } as const;
      await otherProcess().handle(staff, stream, command, contextOf(staffId));
    },

    archive: async (kind: 'staff' | 'seller', id: string): Promise<void> => {
      const command = { type: 'Archive', now: world().services.core.now() } as const;
      const stream = streamOf(kind, id);
      if (kind === 'staff') await otherProcess().handle(staff, stream, command, contextOf(id));
      else await otherProcess().handle(seller, stream, command, contextOf(id));
    },

    restoreSeller: async (id: string): Promise<void> => {
      const stream = streamOf('seller', id);
      const { state } = await otherProcess().load(seller, stream);
      if (state.status === 'ABSENT') throw new Error(`no ${id}`);
      const { details } = state;
      const command = { type: 'Revise', details, now: world().services.core.now() } as const;
      await otherProcess().handle(seller, stream, command, contextOf(id));
    },
  };
};
