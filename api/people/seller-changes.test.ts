import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, type Person } from '#/api/testing/people.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';

type Changes = OutputOf<'admin.listSellerChanges'>;

describe('Changes of a seller’s record', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const list = async (query = '', as: Person = 'admin'): Promise<Changes> => {
    const path = `/api/admin.listSellerChanges?sellerId=seller-1${query}`;
    const { status, text, body } = await world.get(path, { as });
    expect(status, text).to.equal(200);
    return Object(body);
  };

  const change = async (name: string, input: object, as: Person): Promise<void> => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const request = { sellerId: 'seller-1', ...input };
    const { status, text } = await world.post(`/api/admin.${name}`, request, { as, headers });
    expect(status, text).to.equal(200);
  };

  /** Changes the record directly, as there are fields and authors for which no procedure exists. */
  const revise = async (differences: Partial<SellerDetails>, actor: string): Promise<void> => {
    const { handler, now } = world.services.core;
    const { state } = await handler.load(seller, 'seller-seller-1');
    if (state.status === 'ABSENT') throw new Error('ana is there');
    const command = {
      type: 'Revise',
      details: { ...state.details, ...differences },
      now: now(),
    } as const;
    const commandId = crypto.randomUUID();
    const context = { commandId, platform: 'demo', actor, correlation: 'seller-1' };
    await handler.handle(seller, 'seller-seller-1', command, context);
  };

  it('are listed with author and values before and after, newest first', async () => {
    const methods = { pixEnabled: false, creditCardEnabled: true, billetEnabled: true };
    await change('reviseSellerMethods', { ...methods, basedOn: 0 }, 'admin');
    await change('blockSeller', { basedOn: 1 }, 'deputy');
    await change('restoreSeller', { basedOn: 2 }, 'admin');
    const terms = { version: '2026-11', digest: 'a'.repeat(64), at: '2026-11-20T12:00:00.000Z' };
    await revise({ acceptedTerms: terms }, 'seller:seller-1');
    const { items, nextCursor } = await list();
    expect(nextCursor).to.equal(null);
    expect(items.map(({ author, by, fields }) => ({ author, by, fields }))).to.deep.equal([
      {
        author: 'SELLER',
        by: null,
        fields: [{ field: 'terms', before: null, after: '2026-11' }],
      },
      {
        author: 'STAFF',
        by: emailOf('admin'),
        fields: [{ field: 'status', before: 'BLOCKED', after: 'ACTIVE' }],
      },
      {
        author: 'STAFF',
        by: emailOf('deputy'),
        fields: [{ field: 'status', before: 'ACTIVE', after: 'BLOCKED' }],
      },
      {
        author: 'STAFF',
        by: emailOf('admin'),
        fields: [{ field: 'pixEnabled', before: true, after: false }],
      },
      {
        author: 'PROGRAM',
        by: null,
        fields: [
          { field: 'status', before: null, after: 'ACTIVE' },
          { field: 'name', before: null, after: 'Loja ana' },
          { field: 'email', before: null, after: emailOf('ana') },
          { field: 'document', before: null, after: '52998224725' },
          { field: 'pixEnabled', before: null, after: true },
          { field: 'creditCardEnabled', before: null, after: true },
          { field: 'billetEnabled', before: null, after: true },
        ],
      },
    ]);
  });

  it('are read page by page, while others are added', async () => {
    const first = await list('&limit=2');
    expect(first.items.map(({ revision }) => revision)).to.deep.equal([4, 3]);
    await revise({ billetEnabled: false }, 'admin:admin-1');
    const second = await list(`&limit=2&cursor=${first.nextCursor}`);
    expect(second.items.map(({ revision }) => revision)).to.deep.equal([2, 1]);
    const third = await list(`&limit=2&cursor=${second.nextCursor}`);
    expect(third.items.map(({ revision }) => revision)).to.deep.equal([0]);
    expect(third.nextCursor).to.equal(null);
  });

  it('name a manager, a master or the program as the author', async () => {
    await revise({ pixEnabled: true }, 'manager:manager-1');
    await revise({ pixEnabled: false }, 'master:master-1');
    await revise({ pixEnabled: true }, 'policy:some-policy');
    const { items } = await list('&limit=3');
    expect(items.map(({ author }) => author)).to.deep.equal(['PROGRAM', 'MASTER', 'MANAGER']);
  });

  it('name documents and acquirers, and show them only to staff who may see these', async () => {
    await revise({ routes: { PIX: [{ provider: 'sandbox', share: 100 }] } }, 'admin:admin-1');
    const routed = { field: 'routePix', before: null, after: 'Sandbox 100%' };
    await world.waitUntilShown();
    expect((await list()).items[0]?.fields).to.deep.equal([routed]);
    const { body } = await world.get('/api/admin.listStaff', { as: 'admin' });
    const clerk = Object(body).items.find(
      ({ staffId }: { readonly staffId: string }) => staffId === 'clerk-1',
    );
    const permissions = ['isUsersAvailable'];
    const input = { staffId: 'clerk-1', permissions, basedOn: clerk.revision };
    const answer = await world.post('/api/admin.reviseFunctionary', input, { as: 'admin' });
    expect(answer.status, answer.text).to.equal(200);
    await world.waitUntilShown();
    const { items } = await list('', 'clerk');
    expect(items[0]?.fields).to.deep.equal([{ ...routed, after: null }]);
    expect(items.at(-1)?.fields).to.deep.include({ field: 'document', before: null, after: null });
    expect(JSON.stringify(items)).not.to.include('52998224725');
  });

  it('are hidden from staff of another platform', async () => {
    const path = '/api/admin.listSellerChanges?sellerId=seller-1';
    expect((await world.get(path, { as: 'otherAdmin' })).status).to.equal(404);
  });
});
