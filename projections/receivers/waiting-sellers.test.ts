import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Decider } from '#/domain/aggregates/aggregate.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { destination } from '#/domain/destination/decider.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller } from '#/domain/seller/seller.ts';
import { sellerWaits, type SellerWait } from '#/domain/seller/waits.ts';
import { sampleEncrypted, sampleNow, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { destinations } from '#/projections/destinations.ts';
import { InvalidCursor } from '#/projections/engine/define/page.ts';
import { receivers } from './receivers.ts';
import { sellerList } from '#/projections/sellers.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { findWaits, listWaiting, type AskedReset } from './waiting-sellers.ts';
import { withdrawals } from '#/projections/withdrawals.ts';

const NAMES = ['sellers', 'receivers', 'destinations', 'withdrawals'];

describe('Sellers who wait for staff', () => {
  let world: ProjectionWorld;
  let seconds = 0;

  beforeEach(async () => {
    world = await projectionWorld([sellerList, receivers, destinations, withdrawals]);
  });
  afterEach(() => world.close());

  const next = () => addSeconds(sampleNow, (seconds += 1));

  const send = async <Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
    command: Command,
  ): Promise<void> => {
    const context = { commandId: randomUUID(), platform: 'demo', actor: 'system' } as const;
    const { store } = world;
    await createCommandHandler({ store }).handle(decider, stream, command, {
      ...context,
      correlation: stream,
    });
    const head = await store.head();
    if (head !== undefined) await world.running.waitFor(head, NAMES, 20_000);
  };

  const createSeller = (sellerId: string, platformId = 'demo'): Promise<void> => {
    const details = {
      platformId,
      identity: sampleEncrypted,
      contact: { ...sampleEncrypted, class: 'contact' },
      pixEnabled: true,
      creditCardEnabled: true,
      billetEnabled: true,
      routes: {},
    } as const;
    return send(seller, `seller-${sellerId}`, { type: 'Create', details, now: next() });
  };

  /** Submits a document for review. @returns its id */
  const submitDocument = async (sellerId: string, platformId = 'demo'): Promise<string> => {
    const owner = { platformId, sellerId, fileId: randomUUID() };
    const file = { kind: 'photoDocument', contentType: 'image/png', size: 10 } as const;
    const stream = `receiver-${sellerId}`;
    await send(receiver, stream, { ...owner, ...file, type: 'GrantUpload', now: next() });
    await send(receiver, stream, { ...owner, type: 'SubmitFile', now: next() });
    return owner.fileId;
  };

  const approveDocument = (sellerId: string, fileId: string): Promise<void> => {
    const owner = { platformId: 'demo', sellerId, fileId, now: next() };
    return send(receiver, `receiver-${sellerId}`, { ...owner, type: 'ApproveFile' });
  };

  const declareKey = (sellerId: string, destinationId: string): Promise<void> => {
    const key = { method: 'PIX', pixType: 'EMAIL', holder: 'SELLER' } as const;
    const about = { platformId: 'demo', sellerId, destination: sampleEncrypted, at: next() };
    const command = { type: 'Declare', isOwnDocument: false, repeats: null } as const;
    const declared = { ...about, ...key };
    return send(destination, `destination-${destinationId}`, { ...command, declared });
  };

  const requestWithdrawal = (receiverId: string, withdrawalId: string): Promise<void> => {
    const approval = { people: 1, reasons: ['ABOVE_LIMIT'] } as const;
    const request = {
      ...sampleWithdrawal,
      receiverId,
      approval: { ...approval, reasons: [...approval.reasons] },
    };
    return send(withdrawal, `withdrawal-${withdrawalId}`, {
      type: 'RequestWithdrawal',
      withdrawal: { ...request, at: next() },
    });
  };

  /** Requests a registration, and records that the acquirer did not answer. */
  const leaveRegistrationUnanswered = async (sellerId: string): Promise<void> => {
    const owner = {
      platformId: 'demo',
      sellerId,
      provider: 'sandbox',
      registrationId: randomUUID(),
    };
    const encrypted = { identity: sampleEncrypted, email: sampleEncrypted };
    const details = { register: sampleEncrypted, contact: sampleEncrypted } as const;
    const stream = `receiver-${sellerId}`;
    const about = { platformId: 'demo', sellerId, documentType: 'CPF' } as const;
    await send(receiver, stream, { ...about, ...details, type: 'ReviseDetails', now: next() });
    await send(receiver, stream, {
      ...owner,
      ...encrypted,
      type: 'RequestRegistration',
      now: next(),
    });
    const failed = { ...owner, failure: 'unavailable', now: next() } as const;
    await send(receiver, stream, { ...failed, type: 'RecordUnanswered' });
  };

  /** What a member of staff may see: the kinds of waits, the resets of a second factor, and the platform. */
  const visible = (
    whats: readonly SellerWait[] = sellerWaits,
    resets: readonly AskedReset[] = [],
    platformId = 'demo',
  ) => ({ platformId, whats, resets });

  const list = async (
    paging: { readonly limit: number; readonly cursor?: string } = { limit: 10 },
    view = visible(),
  ) => {
    const { items, nextCursor } = await listWaiting(world.pool, view, undefined, paging);
    return { ids: items.map(({ sellerId }) => sellerId), nextCursor };
  };

  it('are those whose documents wait, the longest wait first, page by page, without blocked ones', async () => {
    for (const id of ['a', 'b', 'c', 'e']) await createSeller(id);
    await createSeller('d', 'other');
    await submitDocument('c');
    const approved = await submitDocument('e');
    await submitDocument('a');
    await submitDocument('d', 'other');
    await submitDocument('b');
    await approveDocument('e', approved);
    const first = await list({ limit: 2 });
    expect(first.ids).to.deep.equal(['c', 'a']);
    const cursor = first.nextCursor ?? '';
    expect(await list({ limit: 2, cursor })).to.deep.equal({ ids: ['b'], nextCursor: null });
    expect((await list({ limit: 2 }, visible(sellerWaits, [], 'other'))).ids).to.deep.equal(['d']);
    await send(seller, 'seller-a', { type: 'Archive', now: next() });
    expect((await list()).ids, 'who is blocked needs no one').to.deep.equal(['c', 'b']);
  });

  it('wait for PIX keys, withdrawals, registrations and resets of a factor as well, each seller once', async () => {
    for (const id of ['keys', 'money', 'both', 'acquirer', 'factor']) await createSeller(id);
    await declareKey('keys', 'd-1');
    await requestWithdrawal('both', 'w-1');
    await leaveRegistrationUnanswered('acquirer');
    await submitDocument('both');
    await requestWithdrawal('both', 'w-2');
    await requestWithdrawal('money', 'w-3');
    const resets = [
      { sellerId: 'factor', since: next() },
      { sellerId: 'keys', since: next() },
    ];
    const all = visible(sellerWaits, resets);
    const first = await list({ limit: 3 }, all);
    expect(first.ids).to.deep.equal(['keys', 'both', 'acquirer']);
    const second = await list({ limit: 3, cursor: first.nextCursor ?? '' }, all);
    expect(second).to.deep.equal({ ids: ['money', 'factor'], nextCursor: null });
    const waits = await findWaits(world.pool, all, ['both', 'keys', 'acquirer', 'nobody']);
    const whatsOf = (id: string) => waits.get(id)?.map(({ what }) => what);
    expect(whatsOf('both'), 'one line per kind, the oldest first').to.deep.equal([
      'WITHDRAWAL',
      'DOCUMENTS',
    ]);
    expect(whatsOf('keys')).to.deep.equal(['DESTINATION', 'FACTOR_RESET']);
    expect(whatsOf('acquirer')).to.deep.equal(['REGISTRATION']);
    expect(whatsOf('nobody')).to.equal(undefined);
  });

  it('are shown and ordered by what the reader may see alone', async () => {
    for (const id of ['both', 'money', 'later']) await createSeller(id);
    await requestWithdrawal('both', 'w-1');
    await requestWithdrawal('money', 'w-2');
    await submitDocument('later');
    await submitDocument('both');
    const documents = visible(['DOCUMENTS']);
    const first = await list({ limit: 1 }, documents);
    expect(first.ids).to.deep.equal(['later']);
    const cursor = first.nextCursor ?? '';
    expect((await list({ limit: 1, cursor }, documents)).ids).to.deep.equal(['both']);
    const waits = await findWaits(world.pool, documents, ['both', 'money']);
    expect([...waits.values()].flat().map(({ what }) => what)).to.deep.equal(['DOCUMENTS']);
    const other = await list({ limit: 1, cursor }).catch((error: unknown) => error);
    expect(other, 'a cursor of another view').to.be.instanceOf(InvalidCursor);
  });
});
