import { expect } from 'chai';
import { receiver } from '#/domain/receiver/decider.ts';
import type { ReceiverCommand } from '#/domain/receiver/commands.ts';
import type { ReceiverFileKind } from '#/domain/receiver/files.ts';
import { sampleNow as now, sampleEncrypted as encrypted } from '#/domain/testing/samples.ts';
import { FIRST, SECOND } from '#/domain/testing/two-calls.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import {
  getReceiver,
  listReceivers,
  openRegistrationsAfter,
  findRegistration,
  registrationsOf,
  reviewsOf,
} from './receivers-queries.ts';
import { receivers } from './receivers.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { recordsOf, subjects } from '#/projections/subjects.ts';

type Request = Distribute<ReceiverCommand>;
type Distribute<Command> = Command extends unknown
  ? Omit<Command, 'platformId' | 'sellerId' | 'now'>
  : never;

const REGISTRATION = derivedId('registration', '1');

describe('Receivers read model', () => {
  let world: ProjectionWorld;
  let count = 0;

  beforeEach(async () => {
    world = await projectionWorld([receivers, subjects]);
  });
  afterEach(() => world.close());

  const send = async (sellerId: string, ...requests: readonly Request[]): Promise<void> => {
    const handler = createCommandHandler({ store: world.store });
    for (const request of requests) {
      count += 1;
      const owner = { platformId: 'demo', sellerId, now: addSeconds(now, count) };
      await handler.handle(
        receiver,
        `receiver-${sellerId}`,
        { ...request, ...owner },
        {
          commandId: derivedId('command', String(count)),
          platform: 'demo',
          actor: 'system',
          correlation: sellerId,
        },
      );
    }
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, ['receivers', 'subjects'], 20_000);
  };

  const details: Request = {
    type: 'ReviseDetails',
    documentType: 'CPF',
    register: encrypted,
    contact: encrypted,
  };
  const file = (kind: ReceiverFileKind, end?: 'ApproveFile'): readonly Request[] => {
    const fileId = derivedId('file', kind, String(count));
    return [
      { type: 'GrantUpload', fileId, kind, contentType: 'application/pdf', size: 10 },
      { type: 'SubmitFile', fileId },
      ...(end ? [{ type: end, fileId } as const] : []),
    ];
  };
  const review = async (sellerId: string) => (await getReceiver(world.pool, sellerId))?.review;
  const listed = async (status?: 'WAITING') => {
    const filters = { platformId: 'demo', review: status };
    const { items } = await listReceivers(world.pool, filters, { limit: 10 });
    return items.map(({ sellerId }) => sellerId);
  };

  it('shows a receiver as waiting when a file awaits review, and approved when all are approved', async () => {
    await send('s-1', details);
    expect(await review('s-1')).to.equal('INCOMPLETE');
    await send('s-1', ...file('photoDocument'));
    await send('s-2', details, ...file('photoDocument', 'ApproveFile'));
    expect([await review('s-1'), await review('s-2')]).to.deep.equal(['WAITING', 'INCOMPLETE']);
    expect(await listed()).to.deep.equal(['s-2', 's-1']);
    expect(await listed('WAITING')).to.deep.equal(['s-1']);
    for (const kind of ['photoPersonWithDocument', 'addressProof', 'balanceSheet'] as const)
      await send('s-2', ...file(kind, 'ApproveFile'));
    expect(await review('s-2')).to.equal('APPROVED');
    await send('s-2', { ...details, documentType: 'CNPJ' });
    expect(await review('s-2')).to.equal('INCOMPLETE');
  });

  it('shows why a file was rejected until it is replaced', async () => {
    await send('s-1', ...file('addressProof'));
    const [submitted] = (await getReceiver(world.pool, 's-1'))?.files ?? [];
    await send('s-1', { type: 'RejectFile', fileId: submitted?.fileId ?? '', reason: 'Ilegível' });
    const rejected = await getReceiver(world.pool, 's-1');
    expect(rejected?.review).to.equal('REJECTED');
    expect(rejected?.files[0]).to.include({ status: 'REJECTED', reason: 'Ilegível' });
    await send('s-1', ...file('addressProof'));
    const replaced = await getReceiver(world.pool, 's-1');
    expect(replaced?.files).to.have.length(1);
    expect(replaced?.files[0]).to.include({ status: 'SUBMITTED', reason: null });
    await send('s-1', { type: 'RemoveFile', fileId: replaced?.files[0]?.fileId ?? '' });
    expect((await getReceiver(world.pool, 's-1'))?.files).to.deep.equal([]);
  });

  it('states since when the oldest file has waited for review, until none waits', async () => {
    const since = async () => (await getReceiver(world.pool, 's-1'))?.waitingSince;
    await send('s-1', details);
    expect(await since()).to.equal(null);
    await send('s-1', ...file('photoDocument'));
    const first = addSeconds(now, count);
    await send('s-1', ...file('addressProof'));
    expect(await since()).to.equal(first);
    const [one, other] = (await getReceiver(world.pool, 's-1'))?.files ?? [];
    await send('s-1', { type: 'ApproveFile', fileId: one?.fileId ?? '' });
    expect(await since()).to.equal(other?.submittedAt);
    await send('s-1', { type: 'RejectFile', fileId: other?.fileId ?? '', reason: 'Ilegível' });
    expect(await since()).to.equal(null);
    expect((await reviewsOf(world.pool, ['s-1'])).get('s-1')).to.deep.equal({
      sellerId: 's-1',
      review: 'REJECTED',
      waitingSince: null,
    });
  });

  it('lists a registration as open until the acquirer activates it, also after a rebuild', async () => {
    const registration = { provider: 'iugu', registrationId: REGISTRATION };
    const beginning = { requestedAt: '2000-01-01T00:00:00.000Z', registrationId: '' };
    const open = async () => {
      const rows = await openRegistrationsAfter(world.pool, beginning, { limit: 10 });
      return rows.map(({ status }) => status);
    };
    await send(
      's-1',
      details,
      { ...registration, type: 'RequestRegistration', identity: encrypted, email: encrypted },
      {
        ...registration,
        type: 'BeginRegistration',
        attemptId: REGISTRATION,
        after: null,
        epoch: 1,
      },
      { ...registration, type: 'RecordUnanswered', failure: 'unavailable' },
    );
    expect(await open()).to.deep.equal(['UNANSWERED']);
    const registered = { type: 'RecordRegistered', providerReceiverId: 're-1' } as const;
    await send('s-1', { ...registration, ...registered, status: 'PENDING' });
    expect(await open()).to.deep.equal(['PENDING']);
    await send('s-1', {
      ...registration,
      type: 'RecordStatus',
      providerReceiverId: 're-1',
      status: 'ACTIVE',
    });
    expect(await open()).to.deep.equal([]);
    const [row] = await registrationsOf(world.pool, ['s-1']);
    expect(row).to.include({ status: 'ACTIVE', providerReceiverId: 're-1', cause: null });
    const { pool, store } = world;
    const rebuilt = await rebuild({ store, pool, projections: [receivers], flips: false });
    expect(rebuilt.map(({ equal }) => equal)).to.deep.equal([true]);
  });

  it('keeps the account at the acquirer when a later call of a registration names none', async () => {
    const registration = { provider: 'iugu', registrationId: REGISTRATION };
    const begin = { ...registration, type: 'BeginRegistration', epoch: 1 } as const;
    await send(
      's-1',
      details,
      { ...registration, type: 'RequestRegistration', identity: encrypted, email: encrypted },
      { ...begin, attemptId: FIRST, after: null, merchantAccount: 'acc-1' },
      { ...registration, type: 'RecordUnanswered', attemptId: FIRST, failure: 'unavailable' },
    );
    count += 600;
    await send('s-1', { ...begin, attemptId: SECOND, after: FIRST });
    const row = await findRegistration(world.pool, REGISTRATION);
    expect(row).to.include({ status: 'BEGUN', merchantAccount: 'acc-1' });
  });

  it('shows since when a registration waits for staff, and what they proposed, also after a rebuild', async () => {
    const registration = { provider: 'iugu', registrationId: REGISTRATION };
    const waitsSince = async () => (await findRegistration(world.pool, REGISTRATION))?.waitsSince;
    await send(
      's-1',
      details,
      { ...registration, type: 'RequestRegistration', identity: encrypted, email: encrypted },
      { ...registration, type: 'RecordUnanswered', failure: 'unavailable' },
    );
    const since = addSeconds(now, count);
    expect(await waitsSince()).to.equal(since);
    const [propose, confirm] = agreed('registration', 'DID_NOT_HAPPEN');
    if (!propose || !confirm) return expect.fail('no one proposes');
    const [proposing, confirming] = [propose, confirm].map(
      (step) => ({ ...registration, type: 'InvestigateRegistration', step }) as const,
    );
    if (!proposing || !confirming) return expect.fail('no one proposes');
    await send('s-1', proposing);
    const { pool, store } = world;
    const rebuilt = await rebuild({ store, pool, projections: [receivers], flips: false });
    expect(rebuilt.map(({ equal }) => equal)).to.deep.equal([true]);
    const row = await findRegistration(pool, REGISTRATION);
    expect([row?.waitsSince, row?.investigation?.proposal?.proposedBy]).to.deep.equal([
      since,
      'admin:ana',
    ]);
    await send('s-1', confirming);
    expect(await waitsSince()).to.equal(null);
    expect(await findRegistration(pool, REGISTRATION)).to.include({ status: 'REFUSED' });
  });

  it('finds the receiver of a person who asks for their personal data', async () => {
    await send('s-1', details, details);
    expect(await recordsOf(world.pool, encrypted.subject)).to.deep.equal([
      { subject: encrypted.subject, kind: 'receiver', recordId: 's-1', platformId: 'demo' },
    ]);
  });
});
