import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { PostalAddress } from '#/domain/ports/postal-code.ts';

const paulista: PostalAddress = {
  uf: 'SP',
  logradouro: 'Avenida Paulista',
  bairro: 'Bela Vista',
  localidade: 'São Paulo',
};

describe('Services outside of the product', () => {
  let world: ApiWorld;
  let answer: () => PostalAddress | undefined;

  before(async () => {
    world = await apiWorld({ findPostalAddress: async () => answer() });
  });
  after(() => world.close());

  const read = async (): Promise<OutputOf<'admin.getServices'>> =>
    Object((await world.get('/api/admin.getServices', { as: 'admin' })).body);

  const test = async (name: string, input: object = {}) =>
    Object((await world.post(`/api/admin.${name}`, input, { as: 'admin' })).body);

  it('are shown with where they are, and how they were used last', async () => {
    expect(await read()).to.deep.equal({
      storage: { kind: 'folder', place: null, last: null },
      postalCode: { host: 'postal-codes.example', last: null },
    });
  });

  it('are tested: a file is stored, read and removed again', async () => {
    const keys: string[] = [];
    const { files } = world.services;
    const { put } = files;
    Object.assign(files, {
      put: (...file: Parameters<typeof put>) => {
        keys.push(file[0]);
        return put(...file);
      },
    });
    const result = await test('testStorage');
    Object.assign(files, { put });
    expect(result).to.include({ outcome: 'answered' });
    expect(result.milliseconds).to.be.a('number');
    expect(keys).to.have.length(1);
    expect(await files.get(keys[0] ?? '')).to.equal(undefined);
    expect((await read()).storage.last).to.include({ isWorking: true });
  });

  it('are reported as damaged when the file that is read differs from the one that was stored', async () => {
    const { files } = world.services;
    const { get } = files;
    Object.assign(files, {
      get: async () => ({ contentType: 'text/plain', bytes: Buffer.from('other') }),
    });
    const result = await test('testStorage');
    Object.assign(files, { get });
    expect(result.outcome).to.equal('damaged');
  });

  it('are asked for a CEP, and their silence is shown until they answer again', async () => {
    answer = () => {
      throw new Error('silence');
    };
    const silent = await test('testPostalCode', { cep: '01310100' });
    expect(silent).to.deep.equal({ outcome: 'unavailable', address: null, milliseconds: null });
    expect((await read()).postalCode.last).to.include({ isWorking: false });
    answer = () => undefined;
    expect(await test('testPostalCode', { cep: '99999999' })).to.include({ outcome: 'unknown' });
    expect((await read()).postalCode.last).to.include({ isWorking: true });
    answer = () => paulista;
    expect((await test('testPostalCode', { cep: '01310100' })).address).to.deep.equal({
      street: 'Avenida Paulista',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    });
  });

  it('are not asked about an invalid CEP, nor by staff without the flag for settings', async () => {
    for (const cep of ['0131010', '01310-100', '../../etc', ''])
      expect((await test('testPostalCode', { cep })).code, cep).to.equal('request/invalid-input');
    for (const name of ['testStorage', 'testPostalCode']) {
      const input = name === 'testStorage' ? {} : { cep: '01310100' };
      const { status, body } = await world.post(`/api/admin.${name}`, input, { as: 'accountant' });
      expect([status, problem.parse(body).code]).to.deep.equal([403, 'session/forbidden']);
    }
  });
});
