import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { derivedId } from '#/ledger/derived-id.ts';
import type { NewEvent } from '#/ledger/event-store.ts';
import { createDraws } from './draws.ts';
import { SimulatedLog } from '#/scripts/simulation/log/log.ts';
import { createNetwork } from '#/scripts/simulation/banks/network.ts';
import { createNoticeRoad } from '#/scripts/simulation/banks/notice-road.ts';
import { openSandboxBank } from '#/scripts/simulation/banks/sandbox-bank.ts';
import { SimulatedProcess } from './process.ts';
import { reachRemotely } from './remote.ts';
import { createLineHash, traceText } from './trace.ts';
import { World } from './world.ts';

const START = Date.parse('2026-11-23T12:00:00.000Z');

/** The hash of the trace of a short run. */
const hashOf = async (
  work: (world: World, process: SimulatedProcess) => void,
  { start = START, name = 'process' } = {},
): Promise<string> => {
  const hash = createLineHash();
  const world = new World(createDraws(1), start, hash.add);
  work(world, new SimulatedProcess(world, name));
  // A call may be made only after a few promises have settled.
  await nextTurn();
  while (await world.step());
  return hash.digest();
};

const EVENT: NewEvent = {
  id: derivedId('simulated event', 'one'),
  type: 'Happened',
  data: '{}',
  meta: '{}',
};

const append =
  (event: Partial<NewEvent> = {}) =>
  (world: World, process: SimulatedProcess): void => {
    const store = new SimulatedLog(world).handleOf(process);
    void store.append('thing-1', [{ ...EVENT, ...event }], { expected: 'no_stream' });
  };

/** Calls a shared part, which answers with `answer`. */
const ask =
  (parameters: readonly [string, object], answer: unknown = null) =>
  (_: World, process: SimulatedProcess): void => {
    const part = { ask: async (..._all: readonly [string, object]) => answer };
    void reachRemotely({ process, isAway: () => false }, 'part', part).ask(...parameters);
  };

const SENT = {
  origin: 'https://sandbox.example',
  path: '/v1/transactions',
  method: 'POST',
  headers: { 'idempotency-key': 'one' },
  body: '{}',
} as const;

const send =
  (sent: { readonly headers?: Record<string, string>; readonly body?: string } = {}) =>
  (world: World, process: SimulatedProcess): void => {
    const { open } = createNetwork({
      world,
      acquirers: [
        openSandboxBank(
          world,
          () => undefined,
          () => false,
        ),
      ],
      faultRates: {},
      isSilent: () => false,
      onArrival: () => undefined,
      onCarriedOut: () => undefined,
      onVice: () => undefined,
    });
    const host = { baseUrl: SENT.origin, now: () => world.now, reach: 'public' } as const;
    const times = { connect: 1_000, headers: 1_000, body: 1_000, total: 1_000 };
    void open(process)(host, times).exchange({ ...SENT, ...sent });
  };

const notify =
  (headers: Record<string, string>) =>
  (world: World): void => {
    const { tell } = createNoticeRoad({
      world,
      faultRates: {},
      reach: () => undefined,
      onVice: () => undefined,
      onReceived: () => undefined,
    });
    tell({ url: 'https://razao.example/webhooks/a/b/c', headers, body: '{}', about: 'charge-1' });
  };

describe('The hash of a trace', () => {
  it('is the same for the same run', async () => {
    expect(await hashOf(append())).to.equal(await hashOf(append()));
    expect(await hashOf(send())).to.equal(await hashOf(send()));
  });

  for (const [what, one, other] of [
    ['the id of an event', append(), append({ id: derivedId('simulated event', 'two') })],
    ['the data of an event', append(), append({ data: '{"a":1}' })],
    ['the metadata of an event', append(), append({ meta: '{"a":1}' })],
    ['every parameter of a call', ask(['a', { of: 1 }]), ask(['a', { of: 2 }])],
    ['what a map in a call has', ask(['a', new Map([[1, 1]])]), ask(['a', new Map()])],
    ['the answer to a call', ask(['a', {}], 1), ask(['a', {}], 2)],
    ['the body of a request', send(), send({ body: '[]' })],
    ['the headers of a request', send(), send({ headers: { ...SENT.headers, accept: '*/*' } })],
    ['the headers of a notice', notify({}), notify({ signature: 'one' })],
  ] as const) {
    it(`covers ${what}`, async () => {
      expect(await hashOf(one)).not.to.equal(await hashOf(other));
    });
  }

  it('covers the time and the process', async () => {
    const hash = await hashOf(append());
    expect(await hashOf(append(), { start: START + 1 })).not.to.equal(hash);
    expect(await hashOf(append(), { name: 'another' })).not.to.equal(hash);
  });
});

describe('The text of a call in a trace', () => {
  it('has what JSON leaves out', () => {
    const values = [new Map([['a', 1n]]), new Set([2]), new TypeError('three'), Buffer.from('4')];
    expect(traceText(values)).to.equal(
      '[[["a","1"]],[2],"TypeError: three",{"type":"Buffer","data":[52]}]',
    );
  });
});
