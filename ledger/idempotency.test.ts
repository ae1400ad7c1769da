import { expect } from 'chai';
import type { AcquirerCommand } from '#/domain/acquiring/commands.ts';
import { acquirer } from '#/domain/acquiring/decider.ts';
import { attempt } from '#/domain/attempt/decider.ts';
import { isFinalCode, Refused } from '#/domain/errors/refused.ts';
import { acquirerStream, streamOf } from '#/domain/values/ids.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { AppendError } from './event-store.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { derivedId } from './derived-id.ts';
import { createCommandHandler } from './handle-command.ts';
import {
  createIdempotency,
  refuseAgain,
  type StoredRefusal,
  type KeyedContext,
  type RefusalStore,
} from './idempotency.ts';
import { createMemoryStore } from './stores/memory.ts';

const secret = Buffer.alloc(32, 7);

const request = (key: string | undefined, body: unknown = { b: 1, a: 2 }) => ({
  key,
  procedure: 'seller.requestWithdrawal',
  platform: 'demo',
  actor: 'seller:1',
  body,
  now,
});

const refusalsInMemory = (): RefusalStore => {
  const stored = new Map<string, StoredRefusal>();
  return {
    find: async (commandId) => stored.get(commandId),
    keep: async (commandId, refusal) => {
      const earlier = stored.get(commandId);
      if (!earlier || !isFinalCode(earlier.code)) stored.set(commandId, refusal);
    },
  };
};

const world = () => {
  const handler = createCommandHandler({ store: createMemoryStore() });
  const idempotent = createIdempotency({ handler, secret, passing: refusalsInMemory() });
  const about = { platformId: 'demo', provider: 'sandbox', now };
  const stream = acquirerStream('demo', 'sandbox');
  const send = (command: AcquirerCommand) => (context: KeyedContext) =>
    handler.handle(acquirer, stream, command, { ...context, correlation: 'demo' });
  return {
    idempotent,
    connect: send({ ...about, type: 'Connect' }),
    resume: send({ ...about, type: 'Resume', purpose: 'PIX' }),
    suspend: send({
      ...about,
      type: 'Suspend',
      purpose: 'PIX',
      reason: 'FAILING',
      seen: { calls: 5, answered: 1, median: 1 },
    }),
  };
};

const codeOf = async (answer: Promise<unknown>): Promise<string> => {
  const error = await answer.catch((reason: unknown) => reason);
  return error instanceof Refused ? error.code : String(error);
};

const refuse = async (): Promise<never> => {
  throw new Refused('account/insufficient-balance', { available: 5 });
};

describe('Idempotency-Key', () => {
  it('gives equal requests the same command id and digest, in any order of fields', async () => {
    const { idempotent } = world();
    const contexts: KeyedContext[] = [];
    const recordCall = async (context: KeyedContext) => void contexts.push(context);
    await idempotent(request('k-1', { a: 2, b: 1 }), recordCall);
    await idempotent(request('k-1', { b: 1, a: 2 }), recordCall);
    await idempotent(request('k-2'), recordCall);
    expect(contexts[0]?.commandId).to.equal(contexts[1]?.commandId);
    expect(contexts[0]?.request).to.equal(contexts[1]?.request);
    expect(contexts[2]?.commandId).to.not.equal(contexts[0]?.commandId);
    expect(contexts[2]?.request).to.equal(contexts[0]?.request);
  });

  it('states the earliest time at which an id derived from the key may have been recorded', async () => {
    const { idempotent } = world();
    const sinceOf = (keyedRequest: Parameters<typeof idempotent>[0]) =>
      idempotent(keyedRequest, async ({ idSince }) => idSince);
    const keyless = { ...request('k-0'), key: undefined };
    expect(await sinceOf(keyless), 'each call is a new request').to.equal(now);
    expect(await idempotent(keyless, async ({ isIdNew = false }) => isIdNew)).to.equal(true);
    expect(await idempotent(request('k-1'), async ({ isIdNew = false }) => isIdNew)).to.equal(
      false,
    );
    expect(await sinceOf(request('k-1')), 'as old as a key may be').to.equal(
      addSeconds(now, -24 * 3_600),
    );
    const withYoungKey = { ...request('k-2'), keyAge: 60 };
    expect(await sinceOf(withYoungKey)).to.equal(addSeconds(now, -60));
    const withOldKey = { ...request('k-3'), keyAge: 999_999_999 };
    expect(await sinceOf(withOldKey), 'no older than a key may be').to.equal(
      addSeconds(now, -24 * 3_600),
    );
    const later = addSeconds(now, 7_200);
    expect(await sinceOf({ ...withYoungKey, now: later }), 'it is on record since').to.equal(now);
    const anonymous = { ...withYoungKey, now: later, isAnonymous: true };
    expect(await sinceOf(anonymous)).to.equal(addSeconds(later, -60));
  });

  it('gives other command ids under another secret', async () => {
    const handler = createCommandHandler({ store: createMemoryStore() });
    const other = createIdempotency({
      handler,
      secret: Buffer.alloc(32, 8),
      passing: refusalsInMemory(),
    });
    const ids: string[] = [];
    const recordCall = async ({ commandId }: KeyedContext) => void ids.push(commandId);
    await world().idempotent(request('k-1'), recordCall);
    await other(request('k-1'), recordCall);
    expect(ids[0]).to.not.equal(ids[1]);
  });

  it('repeats a rejection even if the request would be accepted now', async () => {
    const { idempotent, connect } = world();
    expect(await codeOf(idempotent(request('k-1'), refuse))).to.equal(
      'account/insufficient-balance',
    );
    const repeated = idempotent(request('k-1'), connect);
    expect(await codeOf(repeated)).to.equal('account/insufficient-balance');
    const details = await repeated.catch((error: unknown) =>
      error instanceof Refused ? error.details : undefined,
    );
    expect(details).to.deep.equal({ available: 5 });
    expect((await idempotent(request('k-2'), connect)).events).to.have.lengthOf(1);
  });

  for (const isAnonymous of [false, true]) {
    it(`decides again after a refusal that decided nothing, ${isAnonymous ? 'for a stranger' : 'for a person'}`, async () => {
      const { idempotent, connect } = world();
      const keyed = { ...request('k-1'), isAnonymous };
      const undecided = async (): Promise<never> => {
        throw new Refused('withdrawal/may-be-paid');
      };
      expect(await codeOf(idempotent(keyed, undecided))).to.equal('withdrawal/may-be-paid');
      expect((await idempotent(keyed, connect)).events).to.have.lengthOf(1);
    });
  }

  for (const isAnonymous of [false, true]) {
    it(`decides again although an earlier release stored a refusal that decided nothing, and then keeps the final refusal, ${isAnonymous ? 'for a stranger' : 'for a person'}`, async () => {
      const passing = refusalsInMemory();
      const handler = createCommandHandler({ store: createMemoryStore() });
      const idempotent = createIdempotency({ handler, secret, passing });
      const keyed = { ...request('k-1'), isAnonymous };
      const { commandId, request: digest = '' } = await idempotent(
        keyed,
        async (context) => context,
      );
      const stored = { request: digest, code: 'withdrawal/may-be-paid', details: {} } as const;
      const { procedure, platform, actor } = keyed;
      if (isAnonymous) await passing.keep(commandId, stored);
      else
        await handler.handle(
          attempt,
          streamOf('attempt', commandId),
          { type: 'RecordRefusal', procedure, ...stored, now },
          { platform, actor, correlation: commandId, commandId: derivedId('refusal', commandId) },
        );
      expect(await idempotent(keyed, async ({ answered }) => answered)).to.equal(undefined);
      expect(await codeOf(idempotent(keyed, refuse))).to.equal('account/insufficient-balance');
      const repeated = idempotent(keyed, async (context) => refuseAgain(context));
      expect(await codeOf(repeated)).to.equal('account/insufficient-balance');
    });
  }

  for (const isAnonymous of [false, true]) {
    const caller = isAnonymous ? 'a stranger' : 'a person who is signed in';
    const keyed = { ...request('k-1'), isAnonymous };
    const unavailable = new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });

    it(`answers ${caller} with what was carried out, although a duplicate was refused meanwhile`, async () => {
      const { idempotent, connect } = world();
      const first = await idempotent(keyed, async (context) => {
        expect(await codeOf(idempotent(keyed, refuse))).to.equal('account/insufficient-balance');
        return connect(context);
      });
      const repeated = await idempotent(keyed, connect);
      expect([repeated.events, repeated.position]).to.deep.equal([[], first.position]);
      const other = idempotent({ ...keyed, body: 'another' }, connect);
      expect(await codeOf(other)).to.equal('idempotency/key-reused');
    });

    it(`answers ${caller} with what was carried out, although another request came under its key meanwhile`, async () => {
      const { idempotent, connect } = world();
      const another = { ...keyed, body: 'another' };
      const first = await idempotent(keyed, async (context) => {
        const code = await codeOf(idempotent(another, refuse));
        expect(code).to.equal(
          isAnonymous ? 'account/insufficient-balance' : 'idempotency/key-reused',
        );
        return connect(context);
      });
      const repeated = await idempotent(keyed, connect);
      expect([repeated.events, repeated.position]).to.deep.equal([[], first.position]);
      expect(await codeOf(idempotent(another, connect))).to.equal('idempotency/key-reused');
    });

    it(`answers ${caller} with what was carried out also when the answer to the first request was lost`, async () => {
      const { idempotent, connect } = world();
      const lost = idempotent(keyed, async (context) => {
        await codeOf(idempotent(keyed, refuse));
        await connect(context);
        throw unavailable;
      });
      expect(await lost.catch((error: unknown) => error)).to.equal(unavailable);
      expect((await idempotent(keyed, connect)).state.isConnected).to.equal(true);
    });
  }

  it('changes nothing when its request is repeated, if the first request had nothing to change', async () => {
    const { idempotent, resume, suspend } = world();
    expect((await idempotent(request('k-1'), resume)).events).to.deep.equal([]);
    await idempotent(request('k-2'), suspend);
    expect((await idempotent(request('k-1'), resume)).events).to.deep.equal([]);
    expect((await idempotent(request('k-3'), resume)).events).to.have.lengthOf(1);
  });

  it('is rejected with another request after its first request was rejected', async () => {
    const { idempotent } = world();
    await codeOf(idempotent(request('k-1'), refuse));
    const other = idempotent(request('k-1', { amount: 3 }), async () => 'paid');
    expect(await codeOf(other)).to.equal('idempotency/key-reused');
  });

  it('is rejected with another request after its first request was carried out, whatever that wrote', async () => {
    const { idempotent } = world();
    expect(await idempotent(request('k-1'), async () => 'paid')).to.equal('paid');
    const other = idempotent(request('k-1', { amount: 3 }), async () => 'paid');
    expect(await codeOf(other)).to.equal('idempotency/key-reused');
    expect(await idempotent(request('k-1'), async () => 'paid')).to.equal('paid');
  });

  it('is given to one of two different requests that come at once', async () => {
    const { idempotent } = world();
    const answers = await Promise.all(
      [1, 2].map((amount) => codeOf(idempotent(request('k-1', { amount }), refuse))),
    );
    expect(answers).to.have.members(['account/insufficient-balance', 'idempotency/key-reused']);
  });

  it('keeps no outcome when the store was unavailable, so that a retry can succeed', async () => {
    const { idempotent } = world();
    const unavailable = async () => {
      throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
    };
    await codeOf(idempotent(request('k-1'), unavailable));
    expect(await idempotent(request('k-1'), async () => 'paid')).to.equal('paid');
  });

  it('is optional: each call without one gets a command id of its own', async () => {
    const { idempotent } = world();
    const ids = new Set<string>();
    const recordCall = async ({ commandId }: KeyedContext) => void ids.add(commandId);
    await idempotent(request(undefined), recordCall);
    await idempotent(request(undefined), recordCall);
    expect(ids.size).to.equal(2);
  });
});
