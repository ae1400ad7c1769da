import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { nextScheduledDay } from '#/domain/schedule/schedule.ts';
import { AppendError } from '#/ledger/event-store.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import { declareOwnDocument } from './destinations.ts';
import { reviseSchedule } from './schedules.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

const friday = { unit: 'WEEK', weekday: 5 } as const;
const daily = { unit: 'DAY' } as const;

describe('The schedule of a seller’s withdrawals', () => {
  let world: PayoutWorld;
  let seller: NewPerson;
  let destinationId: string;

  before(async () => {
    world = await payoutWorld(1_000_00);
  });
  after(() => world.close());
  /** Each test has a seller of its own, whose destination is their own document. */
  beforeEach(async () => {
    const { platformId, services } = world;
    seller = await world.newSeller(platformId);
    const owner = { platformId, sellerId: seller.personId };
    destinationId = await declareOwnDocument(services.core, owner);
  });

  const getSchedule = async (): Promise<OutputOf<'seller.getSchedule'>> => {
    const { status, text, body } = await world.get('/api/seller.getSchedule', { as: seller });
    expect(status, text).to.equal(200);
    return body as OutputOf<'seller.getSchedule'>;
  };

  const setSchedule = (change: object = {}, key = randomUUID()) =>
    world.call(
      'seller.reviseSchedule',
      { destinationId, every: friday, minimum: 100_00, basedOn: null, ...change },
      seller,
      key,
    );

  const end = (key = randomUUID()) => world.call('seller.endSchedule', {}, seller, key);

  it('is none at first, also after it was switched off without having been set', async () => {
    const none = { schedule: null, nextOn: null, revision: null };
    expect(await getSchedule()).to.deep.include(none);
    expect(codeOf(await end())).to.equal('done');
    expect(await getSchedule()).to.deep.include(none);
  });

  it('is shown as it was set, with the next day on which it pays', async () => {
    const { core } = world.services;
    const before = nextScheduledDay({ every: friday }, core.now());
    expect(codeOf(await setSchedule())).to.equal('done');
    const { schedule, nextOn, revision } = await getSchedule();
    expect(schedule).to.deep.equal({ destinationId, every: friday, minimum: 100_00 });
    expect([before, nextScheduledDay({ every: friday }, core.now())]).to.include(nextOn);
    expect(revision).to.equal(0);
  });

  it('is switched off, and set again from the revision that is shown then', async () => {
    await setSchedule();
    expect(codeOf(await end())).to.equal('done');
    expect(await getSchedule()).to.deep.include({ schedule: null, nextOn: null, revision: 1 });
    expect(codeOf(await setSchedule({ basedOn: 1 }))).to.equal('done');
    expect(await getSchedule()).to.deep.include({ revision: 2 });
  });

  it('is set again after its end either completely or not at all, whichever append fails, and a retry sets it', async () => {
    const { core } = world.services;
    const owner = { platformId: world.platformId, sellerId: seller.personId };
    for (const failing of [1, 2]) {
      await setSchedule({ basedOn: (await getSchedule()).revision });
      await end();
      const { revision: basedOn } = await getSchedule();
      const input = { destinationId, every: daily, minimum: failing, basedOn };
      const actor = `seller:${seller.personId}`;
      const by = { commandId: randomUUID(), platform: world.platformId, actor };
      let appends = 0;
      const handle: CommandHandler['handle'] = async (
        decider,
        stream,
        command,
        context,
        loaded,
      ) => {
        appends += 1;
        if (appends === failing)
          throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
        return core.handler.handle(decider, stream, command, context, loaded);
      };
      const failingCore = { ...core, handler: { ...core.handler, handle } };
      const failed = await reviseSchedule(failingCore, owner, input, by).catch(
        (error: unknown) => error,
      );
      const newSchedule = { destinationId, every: daily, minimum: failing };
      const expected = failed instanceof AppendError ? null : newSchedule;
      expect((await getSchedule()).schedule, `append ${failing} failed`).to.deep.equal(expected);
      await reviseSchedule(core, owner, input, by);
      expect((await getSchedule()).schedule).to.deep.equal(newSchedule);
    }
  });

  it('is changed only from its current revision, also by a page that showed none', async () => {
    await setSchedule();
    expect(codeOf(await setSchedule({ basedOn: 0, every: daily }))).to.equal('done');
    for (const basedOn of [null, 0]) {
      const late = await setSchedule({ basedOn, minimum: 1 });
      expect(codeOf(late), String(basedOn)).to.equal('record/changed-meanwhile');
      expect(problem.parse(late.body).details).to.deep.include({ revision: 1 });
    }
    expect((await getSchedule()).schedule).to.deep.include({ every: daily, minimum: 100_00 });
  });

  it('is set by one of two at the same moment, the first time and later', async () => {
    for (const basedOn of [null, 0]) {
      const minimums = basedOn === null ? [1_00, 2_00] : [3_00, 4_00];
      const both = await Promise.all(minimums.map((minimum) => setSchedule({ basedOn, minimum })));
      expect(both.map(codeOf)).to.have.members(['done', 'record/changed-meanwhile']);
      const { schedule } = await getSchedule();
      expect(schedule?.minimum).to.equal(minimums[both.map(codeOf).indexOf('done')]);
    }
  });

  it('is changed once by a repeated request, also after it was changed again', async () => {
    const key = randomUUID();
    expect(codeOf(await setSchedule({}, key))).to.equal('done');
    expect(codeOf(await setSchedule({ basedOn: 0, every: daily }))).to.equal('done');
    expect(codeOf(await setSchedule({}, key))).to.equal('done');
    expect(await getSchedule()).to.deep.include({ revision: 1 });
    expect(codeOf(await setSchedule({ minimum: 7 }, key))).to.equal('idempotency/key-reused');
  });

  it('pays only to an approved destination of the same seller', async () => {
    const waiting = await world.call(
      'seller.declareDestination',
      { pixKey: 'loja@example.com' },
      seller,
    );
    const id = String(Object(waiting.body).destinationId);
    expect(codeOf(await setSchedule({ destinationId: id }))).to.equal('destination/not-approved');
    const { platformId, services } = world;
    const owner = { platformId, sellerId: world.seller.personId };
    const others = await declareOwnDocument(services.core, owner);
    for (const unknown of [others, randomUUID()]) {
      const refused = await setSchedule({ destinationId: unknown });
      expect([refused.status, codeOf(refused)]).to.deep.equal([404, 'resource/not-found']);
    }
    expect(await getSchedule()).to.deep.include({ schedule: null, revision: null });
  });

  it('is refused where its seller may withdraw less at once, or on a day, than the smallest withdrawal', async () => {
    const { personId: sellerId } = seller;
    const limitTo = async (withdrawals: object): Promise<void> => {
      const path = `/api/admin.getSellerTerms?sellerId=${sellerId}`;
      const { revision: basedOn } = Object((await world.get(path, { as: world.admin })).body);
      const input = { sellerId, terms: { withdrawals }, basedOn };
      expect(codeOf(await world.call('admin.reviseSellerTerms', input, world.admin))).to.equal(
        'done',
      );
    };
    await limitTo({ largest: 5_00 });
    expect(codeOf(await setSchedule({ minimum: 2_00 }))).to.equal('withdrawal/above-largest');
    await limitTo({ largestPerDay: 5_00 });
    expect(codeOf(await setSchedule({ minimum: 2_00 }))).to.equal('withdrawal/above-day');
  });

  it('accepts no day that some months or weeks lack, and no invalid amount', async () => {
    for (const invalid of [
      { every: { unit: 'WEEK', weekday: 0 } },
      { every: { unit: 'WEEK', weekday: 8 } },
      { every: { unit: 'MONTH', day: 29 } },
      { every: { unit: 'MONTH' } },
      { every: { unit: 'DAY', day: 1 } },
      { minimum: 0 },
      { minimum: 1.5 },
      { minimum: 99_999_999_99 + 1 },
      { platformId: 'other' },
      { sellerId: world.seller.personId },
    ])
      expect(codeOf(await setSchedule(invalid)), JSON.stringify(invalid)).to.equal(
        'request/invalid-input',
      );
  });
});
