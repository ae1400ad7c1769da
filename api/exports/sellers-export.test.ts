import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { prepareSellerDetails } from '#/api/people/prepare-seller-details.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { faultyStore } from '#/api/testing/faulty-store.ts';
import { emailOf, type Person } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller } from '#/domain/seller/seller.ts';
import { History } from '#/projections/testing/history.ts';

const FORMATTED = '111.444.777-35';

describe('Export of sellers', () => {
  let world: ApiWorld;
  const { store, fault } = faultyStore();

  const contextOf = (correlation: string) => ({
    commandId: crypto.randomUUID(),
    platform: 'demo',
    actor: 'system',
    correlation,
  });

  before(async () => {
    world = await apiWorld({ openStore: async () => store });
    const { core } = world.services;
    const { handler } = core;
    const now = '2026-11-20T15:04:05.000Z';
    const person = { name: '=1+1;"Loja"', email: 'loja@loja.example', document: '11144477735' };
    const details = await prepareSellerDetails(core, { ...person, platformId: 'demo' });
    const create = { type: 'Create', details, now } as const;
    await handler.handle(seller, streamOf('seller', 'formula'), create, contextOf('formula'));
    const upload = { platformId: 'demo', sellerId: 'formula', fileId: crypto.randomUUID(), now };
    const file = { kind: 'photoDocument', contentType: 'image/png', size: 10 } as const;
    for (const command of [
      { ...upload, ...file, type: 'GrantUpload' },
      { ...upload, type: 'SubmitFile' },
    ] as const)
      await handler.handle(
        receiver,
        streamOf('receiver', 'formula'),
        command,
        contextOf('formula'),
      );
    const block = { type: 'Archive', now } as const;
    await handler.handle(seller, streamOf('seller', 'seller-2'), block, contextOf('seller-2'));
    const history = new History();
    history.submit(history.purchase({ sellerId: 'seller-1' }));
    await world.happen(history);
  });
  after(() => world.close());

  const lines = async (query = '', as: Person = 'admin') => {
    const { status, text, headers } = await world.get(`/api/export.sellers${query}`, { as });
    expect(status, text).to.equal(200);
    const rows = text.split('\r\n');
    expect(rows.pop()).to.equal('');
    return { text, headers, rows };
  };

  const lineOf = async (sellerId: string, query = '', as: Person = 'admin') =>
    (await lines(query, as)).rows.find((row) => row.includes(sellerId));

  it('has every seller of the platform, those who are blocked last, with state, methods and balance in words', async () => {
    const { rows, headers } = await lines();
    expect(headers.get('content-disposition')).to.match(
      /^attachment; filename="razao-vendedores-2\d{3}-\d\d-\d\d\.csv"$/,
    );
    expect(rows[0]).to.match(/^Desde;Hora \(Brasília, UTC-3\);Vendedor;Nome;E-mail;CPF\/CNPJ;/);
    expect(rows).to.have.length(4);
    expect(rows[3]).to.include(';seller-2;').and.include(';Bloqueado;');
    expect(await lineOf('seller-1')).to.include(
      `;seller-1;Loja ana;${emailOf('ana')};529.982.247-25;Ativo;Incompletos;;ligado;ligado;ligado;0,00;0,00;0,00`,
    );
    const { body } = await world.get('/api/admin.countSellers', { as: 'admin' });
    expect(body).to.deep.equal({ lines: 3 });
    expect((await lines('', 'otherAdmin')).text)
      .to.include('seller-9')
      .and.not.include('seller-1');
  });

  it('escapes a name that a spreadsheet would run as a formula, and says since when documents wait', async () => {
    expect(await lineOf('formula')).to.include(
      `20/11/2026;12:04:05;formula;"'=1+1;""Loja""";loja@loja.example;${FORMATTED};Ativo;Aguardam a equipe;20/11/2026;`,
    );
  });

  it('is written in English on request', async () => {
    const { rows, headers } = await lines('?language=en');
    expect(headers.get('content-disposition')).to.include('razao-sellers-');
    expect(rows[0]).to.match(/^Since,Time/);
    expect(await lineOf('seller-2', '?language=en')).to.include(
      ',Blocked,Incomplete,,on,on,on,0.00,',
    );
  });

  it('has no document for staff who may not see documents, and refuses those who may not export', async () => {
    const grant = async (permissions: readonly string[]): Promise<void> => {
      const { body } = await world.get('/api/admin.listStaff', { as: 'admin' });
      const { revision: basedOn } = Object(body).items.find(
        ({ staffId }: { readonly staffId: string }) => staffId === 'clerk-1',
      );
      const input = { staffId: 'clerk-1', permissions, basedOn };
      const { status, body: done } = await world.post('/api/admin.reviseFunctionary', input, {
        as: 'admin',
      });
      expect(status).to.equal(200);
      const { position } = Object(done);
      await world.get(`/api/admin.listStaff?after=${position}`, { as: 'admin' });
    };
    await grant(['isUsersAvailable']);
    expect((await world.get('/api/export.sellers', { as: 'clerk' })).status).to.equal(403);
    await grant(['isUsersAvailable', 'isExportUsersAvailable']);
    const { text } = await lines('', 'clerk');
    expect(text).to.include('loja@loja.example').and.not.include(FORMATTED);
    await grant(['isUsersAvailable', 'isExportUsersAvailable', 'isUserDocumentsAvailable']);
    expect((await lines('', 'clerk')).text).to.include(FORMATTED);
  });

  it('is on record before it begins', async () => {
    const head = await world.store.head();
    fault.refused = 'access-';
    const { status, text } = await world.get('/api/export.sellers', { as: 'deputy' });
    delete fault.refused;
    expect(status, 'while the record cannot be made').to.equal(503);
    expect(text).not.to.include('seller-1');
    await lines('', 'deputy');
    const log = (
      await Array.fromAsync(world.store.readAll({ ...(head && { after: head }) }))
    ).flat();
    const opened = log
      .filter(({ type }) => type === 'PersonalDataOpened')
      .map(({ data }) => JSON.parse(data));
    expect(opened).to.have.length(1);
    expect(opened[0]).to.include({
      opened: 'SELLERS_EXPORT',
      personId: 'deputy-1',
      recordId: null,
    });
  });

  it('rejects a period, and a language that it does not know', async () => {
    for (const query of ['from=2026-11-01&to=2026-11-30', 'language=fr']) {
      const { status, body } = await world.get(`/api/export.sellers?${query}`, { as: 'admin' });
      expect([status, problem.parse(body).code]).to.deep.equal([400, 'request/invalid-input']);
    }
  });
});
