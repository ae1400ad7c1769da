import type { Connections, Network } from '#/adapters/payments/kit/network/network.ts';
import type { ReceivedReply, SentRequest } from '#/adapters/payments/kit/network/exchange.ts';
import { fnv1a } from '#/domain/values/fnv1a.ts';
import { createCounter } from '#/scripts/simulation/draws.ts';
import type { Bank, Reply } from './bank.ts';
import { LONGEST_LAG } from './lag.ts';
import { traceText } from '#/scripts/simulation/trace.ts';
import type { SimulatedProcess } from '#/scripts/simulation/process.ts';
import type { World } from '#/scripts/simulation/world.ts';

/** Misbehaviour between the product and an acquirer. */
export const VICES = [
  /** Nothing was sent. */
  'unreachable',
  /** The request is lost, and no answer comes. */
  'request lost',
  /** The request is carried out, but the answer is lost. */
  'answer lost',
  /** The answer is an error 502, and the request is not carried out. */
  'broken before',
  /** The request is carried out, but the answer is an error 500. */
  'broken after',
  /** The request is refused as documented, and not carried out. */
  'refused before',
  /** The request is carried out, and refused. */
  'refused after',
  /** The request is carried out, but the answer is not JSON. */
  'garbage after',
  /** The request is carried out long after the caller has given up. */
  'late',
] as const;

export type Vice = (typeof VICES)[number];

/** A look-up lacks what the acquirer has just made. */
export const ABSENT_AT_FIRST = 'absent at first';

export const NOTICE_VICES = ['notice lost', 'notice twice', 'notice late'] as const;

/** Vice → its probability, in [0, 1]; `refund: late` is one that only this operation meets. */
export type FaultRates = Readonly<
  Partial<
    Record<
      Vice | `${string}: ${Vice}` | (typeof NOTICE_VICES)[number] | typeof ABSENT_AT_FIRST,
      number
    >
  >
>;

/** Milliseconds for one way. */
const ON_THE_WAY = [5, 250] as const;
const LATE = 15_000;
/** The longest delay at an acquirer that documents no limit. */
const VERY_LATE = 300_000;

class BrokenConnection extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const reply = (status: number, text: string): Reply => ({
  status,
  bytes: Buffer.from(text),
});

/** Range of the delay of a late request. It ends before the documented limit by the lag of look-ups, so that they find the request then. */
const latenessOf = ({ reachedWithin }: Bank): readonly [number, number] => [
  LATE,
  reachedWithin === undefined ? VERY_LATE : reachedWithin * 1_000 - LONGEST_LAG,
];

interface NetworkDependencies {
  readonly world: World;
  readonly acquirers: readonly Bank[];
  readonly faultRates: FaultRates;
  /** Whether each look-up gets an error 502 now. */
  readonly isSilent: () => boolean;
  /** Called when the acquirer gets a request that it may carry out. */
  readonly onArrival: (acquirer: Bank, sent: SentRequest) => void;
  /** Called when the acquirer has carried out the request. */
  readonly onCarriedOut: (acquirer: Bank, sent: SentRequest, done: Reply) => void;
  readonly onVice: (vice: Vice, operation: string) => void;
}

/** A simulated process reaches acquirers by this: bytes go out, and bytes come back, or none. */
export const createNetwork = (dependencies: NetworkDependencies) => {
  const { world, faultRates, isSilent, onArrival, onCarriedOut, onVice } = dependencies;
  const acquirers = new Map(dependencies.acquirers.map((each) => [each.url, each]));
  const { chance, between } = world.draws;
  const countOf = createCounter();

  /** The key for the random draws of a request: its text, and how often it was sent. */
  const keyOf = ({ method, origin, path, body }: SentRequest): string => {
    const requestKey = `${method} ${origin}${path} ${fnv1a(body ?? '')}`;
    return `${requestKey} ${countOf(requestKey)}`;
  };

  const viceOf = ({ refusal }: Bank, key: string, operation: string): Vice | undefined => {
    if (operation === 'look-up' && isSilent()) return 'broken before';
    const vice = VICES.filter((each) => each !== 'refused before' || refusal !== undefined).find(
      (each) => chance(each, key) < (faultRates[`${operation}: ${each}`] ?? faultRates[each] ?? 0),
    );
    if (vice !== undefined) onVice(vice, operation);
    return vice;
  };

  const replyTo = (acquirer: Bank, sent: SentRequest, vice: Vice | undefined): Reply => {
    if (vice === 'refused before' && acquirer.refusal) return acquirer.refusal;
    if (vice === 'broken before') return reply(502, '<html>bad gateway</html>');
    onArrival(acquirer, sent);
    const done = acquirer.answer(sent);
    onCarriedOut(acquirer, sent, done);
    if (vice === 'broken after') return reply(500, '{}');
    if (vice === 'refused after') return reply(422, '{"message":"invalid"}');
    return vice === 'garbage after' ? reply(200, 'OK') : done;
  };

  const open =
    (process: SimulatedProcess): Network =>
    (_destination, { total }): Connections => ({
      exchange: (sent) =>
        new Promise<ReceivedReply>((resolve, reject) => {
          const key = keyOf(sent);
          const line = `${process.name} ${key}`;
          world.note(() => `${line} asks ${traceText([sent])}`);
          const breakAfter = (ms: number, code: string): void => {
            world.after(ms, `${line} ${code}`, () =>
              process.receive(() => reject(new BrokenConnection(code))),
            );
          };
          const acquirer = acquirers.get(sent.origin);
          if (acquirer === undefined) throw new RangeError(`nobody is at ${sent.origin}`);
          const operation = acquirer.operationOf(sent);
          const vice = viceOf(acquirer, key, operation);
          const reach = process.reach(operation);
          const outwardMs = between(
            vice === 'late' ? latenessOf(acquirer) : ON_THE_WAY,
            'to the acquirer',
            key,
          );
          const returnMs = between(ON_THE_WAY, 'from the acquirer', key);
          if (vice === 'unreachable') return breakAfter(outwardMs, 'ECONNREFUSED');
          if (vice === 'request lost') return breakAfter(total, 'UND_ERR_HEADERS_TIMEOUT');
          if (vice === 'late') breakAfter(total, 'UND_ERR_HEADERS_TIMEOUT');
          const arrive = (): void => {
            const answer = replyTo(acquirer, sent, vice);
            if (vice === 'answer lost') return breakAfter(returnMs, 'ECONNRESET');
            world.note(() => `${line} answers ${answer.status} ${answer.bytes.toString('latin1')}`);
            world.after(returnMs, `${line} answers`, () => process.receive(() => resolve(answer)));
          };
          world.after(outwardMs, line, () => reach(arrive));
        }),
      pauseBeforeRetry: () => process.machine.pause(100),
      close: async () => undefined,
    });
  return { open };
};
