import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { requireActiveSeller } from '#/api/people/require-active-seller.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { people, type Person } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller } from '#/domain/seller/seller.ts';
import { claimDocument } from './claim-document.ts';

const PNG = Buffer.from('89504e470d0a1a0a00000000', 'hex');

type Seller = 'ana' | 'bia' | 'otherSeller';

const codeIn = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

/** All sellers of the tests have the same CPF. */
describe('Documents of sellers, which are CPFs or CNPJs,', () => {
  let world: ApiWorld;

  beforeEach(async () => {
    world = await apiWorld();
  });
  afterEach(() => world.close());

  /** Uploads and submits a file, by default the photo of a document. @returns the id of the file */
  const handIn = async (as: Seller, kind = 'photoDocument'): Promise<string> => {
    const about = { kind, contentType: 'image/png', size: PNG.length };
    const { body } = await world.post('/api/seller.requestUpload', about, { as });
    const { fileId, url, headers } = Object(body);
    await fetch(url, { method: 'PUT', headers, body: Uint8Array.from(PNG) });
    await world.post('/api/seller.submitReceiverFile', { fileId }, { as });
    return fileId;
  };

  const approve = (of: Seller, fileId: string, as: Person = 'admin'): Promise<ApiAnswer> =>
    world.post('/api/admin.approveReceiverFile', { sellerId: people[of].sellerId, fileId }, { as });

  const statusOf = async (as: Seller): Promise<string> => {
    const position = (await world.store.head()) ?? '';
    const { body } = await world.get(`/api/seller.getReceiver?after=${position}`, { as });
    const { checklist } = Object(body);
    const isPhoto = ({ kind }: { readonly kind: string }) => kind === 'photoDocument';
    return checklist.find(isPhoto).file.status;
  };

  it('are approved for one seller of a platform, and for another seller at another platform', async () => {
    const [ofAna, ofBia, ofOther] = [
      await handIn('ana'),
      await handIn('bia'),
      await handIn('otherSeller'),
    ];
    expect(codeIn(await approve('ana', ofAna))).to.equal('done');
    expect(codeIn(await approve('bia', ofBia))).to.equal('receiver/document-taken');
    expect(await statusOf('bia')).to.equal('SUBMITTED');
    expect(codeIn(await approve('otherSeller', ofOther, 'otherAdmin'))).to.equal('done');
    expect(codeIn(await approve('ana', ofAna))).to.equal('done');
    expect(codeIn(await approve('ana', await handIn('ana')))).to.equal('done');
  });

  it('belong to one seller when two sellers are approved at the same moment', async () => {
    const files = { ana: await handIn('ana'), bia: await handIn('bia') };
    const answers = await Promise.all(
      (['ana', 'bia', 'ana', 'bia'] as const).map((of) => approve(of, files[of])),
    );
    const codes = answers.map(codeIn);
    expect(codes.filter((code) => code === 'done')).to.have.length(2);
    const statuses = [await statusOf('ana'), await statusOf('bia')];
    expect(statuses.toSorted()).to.deep.equal(['APPROVED', 'SUBMITTED']);
  });

  it('do not hinder the approval of other files, nor a rejection', async () => {
    expect(codeIn(await approve('ana', await handIn('ana')))).to.equal('done');
    expect(codeIn(await approve('bia', await handIn('bia', 'addressProof')))).to.equal('done');
    const fileId = await handIn('bia');
    const input = { sellerId: people.bia.sellerId, fileId, reason: 'Já cadastrado' };
    const rejected = await world.post('/api/admin.rejectReceiverFile', input, { as: 'admin' });
    expect(codeIn(rejected)).to.equal('done');
  });

  const reject = (of: Seller, fileId: string): Promise<ApiAnswer> =>
    world.post(
      '/api/admin.rejectReceiverFile',
      { sellerId: people[of].sellerId, fileId, reason: 'Foto de outra pessoa' },
      { as: 'admin' },
    );

  it('are free for another seller once the approved photo was rejected', async () => {
    const [ofAna, ofBia] = [await handIn('ana'), await handIn('bia')];
    expect(codeIn(await approve('ana', ofAna))).to.equal('done');
    expect(codeIn(await approve('bia', ofBia))).to.equal('receiver/document-taken');
    expect(codeIn(await reject('ana', ofAna))).to.equal('done');
    expect(codeIn(await approve('bia', ofBia))).to.equal('done');
    expect(codeIn(await approve('ana', ofAna))).to.equal('receiver/document-taken');
    expect([await statusOf('ana'), await statusOf('bia')]).to.deep.equal(['REJECTED', 'APPROVED']);
  });

  it('stay with their seller while a newer photo awaits approval', async () => {
    expect(codeIn(await approve('ana', await handIn('ana')))).to.equal('done');
    const newerPhoto = await handIn('ana');
    expect(codeIn(await approve('bia', await handIn('bia')))).to.equal('receiver/document-taken');
    expect(codeIn(await approve('ana', newerPhoto))).to.equal('done');
  });

  it('belong to at most one seller when a photo is rejected while others are approved', async () => {
    const files = { ana: await handIn('ana'), bia: await handIn('bia') };
    expect(codeIn(await approve('ana', files.ana))).to.equal('done');
    await Promise.all([
      reject('ana', files.ana),
      approve('bia', files.bia),
      approve('ana', files.ana),
      approve('bia', files.bia),
    ]);
    const statuses = [await statusOf('ana'), await statusOf('bia')];
    expect(statuses.filter((status) => status === 'APPROVED')).to.have.length.at.most(1);
  });

  it('are not approved by a call that began before a rejection', async () => {
    const { core } = world.services;
    const [ofAna, ofBia] = [await handIn('ana'), await handIn('bia')];
    const { sellerId, platformId } = people.ana;
    const owner = await requireActiveSeller(core, platformId, sellerId);
    const context = { platform: platformId, actor: 'admin:admin-1', correlation: ofAna } as const;
    const begun = { sellerId, review: 0, details: owner };
    await claimDocument(core, begun, { ...context, commandId: 'begun' });
    expect(codeIn(await approve('bia', ofBia)), 'it may still come').to.equal(
      'receiver/document-taken',
    );
    expect(codeIn(await reject('ana', ofAna))).to.equal('done');
    expect(codeIn(await approve('bia', ofBia))).to.equal('done');
    const late = { type: 'ApproveFile', platformId, sellerId, fileId: ofAna, review: 0 } as const;
    const stream = streamOf('receiver', sellerId);
    const refused = await core.handler
      .handle(receiver, stream, { ...late, now: core.now() }, { ...context, commandId: 'late' })
      .catch(String);
    expect(refused).to.equal('Refused: record/changed-meanwhile');
  });

  it('stay with their new seller when the request that approved an earlier seller is repeated', async () => {
    const [ofAna, ofBia] = [await handIn('ana'), await handIn('bia')];
    const approveAna = () =>
      world.post(
        '/api/admin.approveReceiverFile',
        { sellerId: people.ana.sellerId, fileId: ofAna },
        { as: 'admin', headers: { 'idempotency-key': 'approves-ana' } },
      );
    expect(codeIn(await approveAna())).to.equal('done');
    await reject('ana', ofAna);
    expect(codeIn(await approve('bia', ofBia))).to.equal('done');
    expect(codeIn(await approveAna()), 'it was done').to.equal('done');
    expect([await statusOf('ana'), await statusOf('bia')]).to.deep.equal(['REJECTED', 'APPROVED']);
  });

  it('are free again once their seller was erased', async () => {
    const { handler, vault } = world.services.core;
    expect(codeIn(await approve('ana', await handIn('ana')))).to.equal('done');
    const { state } = await handler.load(seller, streamOf('seller', people.ana.sellerId));
    const subject = state.status === 'ABSENT' ? '' : state.details.identity.subject;
    await vault.destroy([{ subject, class: 'fiscal' }]);
    expect(codeIn(await approve('bia', await handIn('bia')))).to.equal('done');
  });

  it('are in no name of a stream and in no data of a claim', async () => {
    await approve('ana', await handIn('ana'));
    const streams = (await Array.fromAsync(world.store.readAll({}))).flat();
    const claimed = streams.filter(({ type }) => type === 'DocumentClaimed');
    expect(claimed).to.have.length(1);
    expect(claimed[0]?.stream).to.match(/^document-[0-9a-f-]{36}$/);
    expect(JSON.stringify(claimed.map(({ data, stream }) => [data, stream]))).not.to.include(
      '52998224725',
    );
  });
});
