import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { receiverDetails } from '#/api/testing/receiver-details.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import {
  RECEIVER_FILE_BYTES_MAX,
  receiverFileKey,
  type ReceiverFileKind,
} from '#/domain/receiver/files.ts';
import { reviewErasure } from '#/api/privacy/erase-subject.ts';
import { exportSubject } from '#/api/privacy/export-subject.ts';
import { allRecordsOf } from '#/api/privacy/holds.ts';
import { seller as sellerDecider } from '#/domain/seller/seller.ts';
import { subject as subjectDecider } from '#/domain/subject/decider.ts';
import { receiverTokensOf } from '#/api/composition/core.ts';

const PNG = Buffer.from('89504e470d0a1a0a00000000', 'hex');

describe('Registration of a seller with acquirers', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const call = async (name: string, input: object, as: Person, expected = 200) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await world.post(`/api/${name}`, input, { as, headers });
    expect(answer.status, answer.text).to.equal(expected);
    return Object(answer.body);
  };

  const getReceiver = async (
    as: 'ana' | 'bia',
    after = '',
  ): Promise<OutputOf<'seller.getReceiver'>> => {
    const { status, text, body } = await world.get(`/api/seller.getReceiver?after=${after}`, {
      as,
    });
    expect(status, text).to.equal(200);
    return Object(body);
  };
  const getReceiverAsAdmin = async (after = ''): Promise<OutputOf<'admin.getReceiver'>> => {
    const path = `/api/admin.getReceiver?sellerId=seller-1&after=${after}`;
    const { status, text, body } = await world.get(path, { as: 'admin' });
    expect(status, text).to.equal(200);
    return Object(body);
  };

  const upload = async (kind: ReceiverFileKind, bytes: Uint8Array, as: Person = 'ana') => {
    const about = { kind, contentType: 'image/png', size: bytes.length };
    const { fileId, url, headers } = await call('seller.requestUpload', about, as);
    // Uploads as the browser does.
    const put = await fetch(url, { method: 'PUT', headers, body: Uint8Array.from(bytes) });
    expect(put.status).to.equal(200);
    return fileId;
  };
  const handIn = async (kind: ReceiverFileKind): Promise<string> => {
    const fileId = await upload(kind, PNG);
    await call('seller.submitReceiverFile', { fileId }, 'ana');
    return fileId;
  };
  const isStored = async (fileId: string): Promise<boolean> =>
    (await world.services.core.files.get(receiverFileKey('seller-1', fileId))) !== undefined;

  it('stores the seller’s details encrypted, and shows them to that seller and to no other', async () => {
    const first = { ...receiverDetails, basedOn: 0 };
    const { position } = await call('seller.reviseReceiver', first, 'ana');
    const shown = await getReceiver('ana', position);
    expect(shown.details).to.deep.equal(receiverDetails);
    expect(shown).to.include({ documentType: 'CPF', document: '52998224725', name: 'Loja ana' });
    expect(shown.checklist.map(({ kind }) => kind)).to.not.include('photoDocumentSocialContract');
    const [written] = await world.store.readStream('receiver-seller-1');
    expect(written?.data).to.not.match(/Paulista|123456|Professor|1980/);
    expect((await getReceiver('bia')).details).to.equal(null);
  });

  it('accepts the upload of a photo of ten megabytes', async () => {
    const photo = Buffer.concat([PNG, Buffer.alloc(RECEIVER_FILE_BYTES_MAX - PNG.length, 7)]);
    const fileId = await upload('photoDocument', photo);
    const stored = await world.services.core.files.get(receiverFileKey('seller-1', fileId));
    expect(stored?.bytes.length).to.equal(RECEIVER_FILE_BYTES_MAX);
  });

  it('accepts only files that the seller uploaded, of the declared type and an allowed size', async () => {
    const missing = await call(
      'seller.requestUpload',
      { kind: 'addressProof', contentType: 'image/png', size: 12 },
      'ana',
    );
    const submit = (fileId: string, as: Person, expected: number) =>
      call('seller.submitReceiverFile', { fileId }, as, expected);
    expect((await submit(missing.fileId, 'ana', 409)).code).to.equal('receiver/file-not-uploaded');
    const html = await upload('addressProof', Buffer.from('<html></html>'));
    expect((await submit(html, 'ana', 422)).code).to.equal('receiver/file-unreadable');
    expect(await isStored(html)).to.equal(false);
    const good = await upload('addressProof', PNG);
    expect((await submit(good, 'bia', 404)).code).to.equal('receiver/unknown-file');
    const { position } = await submit(good, 'ana', 200);
    const submitted = (await getReceiver('ana', position)).checklist.find(
      ({ kind }) => kind === 'addressProof',
    );
    expect(submitted?.file).to.include({ fileId: good, status: 'SUBMITTED', size: PNG.length });
    for (const [input, what] of [
      [{ kind: 'photoDocument', contentType: 'text/html', size: 10 }, 'type'],
      [{ kind: 'photoDocument', contentType: 'image/png', size: 10_000_001 }, 'size'],
      [{ kind: 'passport', contentType: 'image/png', size: 10 }, 'kind'],
    ] as const) {
      const { code } = await call('seller.requestUpload', input, 'ana', 400);
      expect(code, what).to.equal('request/invalid-input');
    }
  });

  it('shows why a file was rejected, and lets the seller replace or remove files until approval', async () => {
    const first = await handIn('photoDocument');
    const rejection = { sellerId: 'seller-1', fileId: first };
    const withDocument = { ...rejection, reason: 'O CPF 529.982.247-25 não aparece' };
    const named = await call('admin.rejectReceiverFile', withDocument, 'admin', 422);
    expect(named.code).to.equal('subject/named-in-reason');
    await call(
      'admin.rejectReceiverFile',
      { ...rejection, reason: 'Foto ilegível' },
      'otherAdmin',
      404,
    );
    const { position } = await call(
      'admin.rejectReceiverFile',
      { ...rejection, reason: 'Foto ilegível' },
      'admin',
    );
    const [rejected] = (await getReceiver('ana', position)).checklist;
    expect(rejected?.file).to.include({ status: 'REJECTED', reason: 'Foto ilegível' });
    const second = await handIn('photoDocument');
    expect([await isStored(first), await isStored(second)]).to.deep.equal([false, true]);
    await call('seller.removeReceiverFile', { fileId: second }, 'ana');
    expect(await isStored(second)).to.equal(false);
    const third = await handIn('photoDocument');
    await call('admin.approveReceiverFile', { sellerId: 'seller-1', fileId: third }, 'admin');
    const refused = await call('seller.removeReceiverFile', { fileId: third }, 'ana', 409);
    expect(refused.code).to.equal('receiver/file-approved');
    expect(await isStored(third)).to.equal(true);
  });

  it('lists a receiver for administrators of its own platform, with links to its files', async () => {
    const list = await world.get('/api/admin.listReceivers?review=WAITING', { as: 'admin' });
    const [item] = Object(list.body).items;
    expect(item).to.include({ sellerId: 'seller-1', sellerName: 'Loja ana', review: 'WAITING' });
    const others = await world.get('/api/admin.listReceivers', { as: 'otherAdmin' });
    expect(Object(others.body).items).to.deep.equal([]);
    const shown = await getReceiverAsAdmin();
    const proof = shown.checklist.find(({ kind }) => kind === 'addressProof');
    const read = await fetch(proof?.url ?? '');
    expect(Buffer.from(await read.arrayBuffer())).to.deep.equal(PNG);
    expect(shown.acquirers).to.deep.equal([{ provider: 'sandbox', label: 'Sandbox' }]);
  });

  it('accepts a registration once per acquirer, and only after every file was approved', async () => {
    const { revision } = await getReceiverAsAdmin();
    const register = (provider: string, expected: number, basedOn = revision) =>
      call(
        'admin.registerReceiver',
        { sellerId: 'seller-1', provider, basedOn },
        'admin',
        expected,
      );
    expect((await register('sandbox', 409)).code).to.equal('receiver/files-not-approved');
    for (const { file } of (await getReceiverAsAdmin()).checklist) {
      if (file?.status !== 'SUBMITTED') continue;
      const { fileId } = file;
      await call('admin.approveReceiverFile', { sellerId: 'seller-1', fileId }, 'admin');
    }
    const unseen = await register('sandbox', 409, revision - 1);
    expect(unseen.code, 'a bank account that they never saw').to.equal('record/changed-meanwhile');
    const { position } = await register('sandbox', 200);
    expect((await register('sandbox', 409)).code).to.equal('receiver/already-registered');
    const { core } = world.services;
    const { state } = await core.handler.load(receiver, 'receiver-seller-1');
    const requested = state.registrations.sandbox?.requested;
    if (!requested) throw new Error('nothing was asked for');
    const begin = () => {
      const begun = { attemptId: core.ports.newId(), after: null, epoch: 1, now: core.now() };
      const command = { ...requested, ...begun, type: 'BeginRegistration' } as const;
      return core.ports.begin(requested.platformId, { to: 'receiver', id: 'seller-1', command });
    };
    expect([await begin(), await begin()], 'begun once').to.deep.equal([true, false]);
    const { keepToken } = core.ports.receivers;
    await keepToken(requested, 'secret');
    // Late answers are ignored: to another registration, and to an earlier call of this one.
    await keepToken({ ...requested, registrationId: 'earlier' }, 'of another account');
    await keepToken({ ...requested, attemptId: 'earlier' }, 'of another account');
    expect(await core.credentials.get(receiverTokensOf('seller-1'), 'sandbox')).to.equal('secret');
    const [own] = (await getReceiver('ana', position)).registrations;
    expect(own).to.include({ provider: 'sandbox', status: 'REQUESTED' });
    expect(own).to.not.have.property('providerReceiverId');
  });

  it('rejects a registration before it begins when the acquirer accepts no CPF', async () => {
    const account = { publicKey: 'pk', secretKey: 'sk' };
    await call('admin.connectAcquirer', { provider: 'abmex', account }, 'admin');
    const request = { sellerId: 'seller-1', provider: 'abmex', basedOn: 1 };
    const { code, title } = await call('admin.registerReceiver', request, 'admin', 400);
    expect([code, title]).to.deep.equal(['receiver/cpf-not-taken', 'Adquirente não aceita CPF']);
    const { state } = await world.services.core.handler.load(receiver, 'receiver-seller-1');
    expect(state.registrations).not.to.have.property('abmex');
  });

  it('hides a receiver from administrators of other platforms, and rejects an unknown acquirer', async () => {
    const { fileId } =
      (await getReceiverAsAdmin()).checklist.flatMap(({ file }) => file ?? [])[0] ?? {};
    const sellerId = 'seller-1';
    const path = `/api/admin.getReceiver?sellerId=${sellerId}`;
    expect((await world.get(path, { as: 'otherAdmin' })).status).to.equal(404);
    await call('admin.approveReceiverFile', { sellerId, fileId }, 'otherAdmin', 404);
    for (const provider of ['sandbox', 'constructor']) {
      await call('admin.readBackReceiver', { sellerId, provider }, 'otherAdmin', 404);
    }
    const unseen = { sellerId, basedOn: 1 };
    await call('admin.registerReceiver', { ...unseen, provider: 'sandbox' }, 'otherAdmin', 404);
    await call('admin.readBackReceiver', { sellerId, provider: 'constructor' }, 'admin', 404);
    await call('admin.registerReceiver', { ...unseen, provider: 'constructor' }, 'admin', 422);
  });

  it('exports a seller’s registration data, and leaves no files or acquirer tokens after erasure', async () => {
    const { core } = world.services;
    const { state: sellerState } = await core.handler.load(sellerDecider, 'seller-seller-1');
    if (sellerState.status === 'ABSENT') throw new Error('no seller');
    const { subject } = sellerState.details.identity;
    const person = { subject, platformId: 'demo' };
    await core.credentials.put(receiverTokensOf('seller-1'), 'iugu', 'secret');
    const records = await allRecordsOf(world.services, subject);
    const context = { actor: 'admin', reason: 'Pedido do titular' };
    const exported = await exportSubject(world.services, person, records, context);
    const text = JSON.stringify(exported);
    expect(exported.accesses.map(({ kind, address }) => [kind, address])).to.deep.include([
      'SIGNED_IN',
      '127.0.0.1',
    ]);
    expect(exported.openings.map(({ opened, by }) => [opened, by.id])).to.deep.include([
      'RECEIVER',
      'admin-1',
    ]);
    expect(text).to.include('Avenida Paulista').and.to.include('"kind":"photoDocument"');
    const files = (await getReceiverAsAdmin()).checklist.flatMap(({ file }) => file ?? []);
    expect(files).to.have.length.greaterThan(1);

    const about = {
      commandId: randomUUID(),
      platform: 'demo',
      actor: 'admin',
      correlation: subject,
    };
    const archive = { type: 'Archive', now: core.now() } as const;
    await core.handler.handle(sellerDecider, 'seller-seller-1', archive, about);
    const erasure = {
      type: 'RequestErasure',
      platformId: 'demo',
      holds: {},
      now: core.now(),
    } as const;
    const request = { ...about, commandId: randomUUID() };
    await core.handler.handle(subjectDecider, `subject-${subject}`, erasure, request);
    const { state } = await reviewErasure(world.services, person, 'system');
    expect(state.erased).to.deep.equal(['fiscal', 'contact']);
    for (const { fileId } of files) expect(await isStored(fileId)).to.equal(false);
    expect(await core.credentials.names(receiverTokensOf('seller-1'))).to.deep.equal([]);
    const afterwards = await exportSubject(world.services, person, records, context);
    expect(JSON.stringify(afterwards)).to.not.include('Paulista').and.not.include('127.0.0.1');
  });
});
