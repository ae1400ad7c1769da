import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from './stored-event.ts';
import { invalidArgument } from './rpc-errors.ts';

export type EventFilter = (event: StoredEvent) => boolean;

/** Events that the server examines between checkpoints when the client gives no window. */
const DEFAULT_WINDOW = 32;

/** JavaScript's forms of .NET anchors, which in JavaScript would match nothing or be invalid. */
const ANCHORS: Readonly<Record<string, string>> = { A: '^', z: '$', Z: '(?=\\n?$)' };

const expressionOf = (source: string): RegExp => {
  const [, flags = ''] = /^\(\?([im]+)\)/.exec(source) ?? [];
  const rest = flags === '' ? source : source.slice(flags.length + 3);
  const translated = rest.replaceAll(
    /\\(.)/gs,
    (escaped: string, name: string) => ANCHORS[name] ?? escaped,
  );
  return new RegExp(translated, flags);
};

const matcher = (
  expression: ReadReq.Options.FilterOptions.Expression | undefined,
): ((text: string) => boolean) => {
  const source = expression?.getRegex() ?? '';
  if (source === '') {
    const prefixes = expression?.getPrefixList() ?? [];
    return (text) => prefixes.some((prefix) => text.startsWith(prefix));
  }
  try {
    const regex = expressionOf(source);
    return (text) => regex.test(text);
  } catch {
    throw invalidArgument(`'${source}' is not a valid regular expression`);
  }
};

/** @throws RpcError for a filter without a criterion, or with an invalid expression */
export const readFilter = (options: ReadReq.Options.FilterOptions): EventFilter => {
  if (options.hasEventType()) {
    const matches = matcher(options.getEventType());
    return ({ type }) => matches(type);
  }
  if (options.hasStreamIdentifier()) {
    const matches = matcher(options.getStreamIdentifier());
    return ({ stream }) => matches(stream);
  }
  throw invalidArgument('A filter is on event types or on stream names.');
};

const requireWindow = (options: ReadReq.Options.FilterOptions): void => {
  if (options.hasMax() || options.hasCount()) return;
  throw invalidArgument('Required field Window not set.');
};

/** Returns the number of events to examine between two checkpoints. @throws RpcError */
export const readCheckpointInterval = (options: ReadReq.Options.FilterOptions): number => {
  requireWindow(options);
  const multiplier = options.getCheckpointintervalmultiplier();
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW;
  if (multiplier === 0 || window === 0) {
    throw invalidArgument('A checkpoint interval is positive.');
  }
  return multiplier * window;
};
