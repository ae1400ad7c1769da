import type { Pool } from 'pg';
import { findFirstNotAnchored } from '#/ledger/audit/anchored.ts';
import { findHiddenStreams } from '#/ledger/audit/shown-streams.ts';
import { verifyLog, type VerifyResult, type VerifyOptions } from '#/ledger/audit/verify.ts';
import { readLive } from '#/projections/engine/tables/checkpoint-table.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { LoadGenerations } from '#/projections/engine/rebuild/load-generations.ts';
import { rebuild, RebuildDiffers } from '#/projections/engine/rebuild/rebuild.ts';
import { findRemovedStreams } from './removed-streams.ts';

export interface VerifyRecordOptions extends VerifyOptions {
  readonly pool: Pool;
  /** Returns the public key that the last seal must have, if known; `last` is the key that it has. */
  readonly keyOf?: (last: string) => Promise<string | undefined>;
  /** Read models to derive again and compare. */
  readonly deep?:
    | { readonly projections: readonly Projection[]; readonly load: LoadGenerations }
    | undefined;
  /** Lines of the anchor to which the seals were published. */
  readonly anchor?: AsyncIterable<string> | undefined;
  readonly signal: AbortSignal;
}

export interface Verification {
  readonly log: VerifyResult;
  /** Faults besides those in the events, a sentence each. */
  readonly faults: readonly string[];
  /** Checks that could not be made, and why. */
  readonly unread: readonly string[];
}

interface CheckOutcome {
  readonly faults: readonly string[];
  readonly unread: readonly string[];
}

const NOTHING: CheckOutcome = { faults: [], unread: [] };
const NOT_READ: VerifyResult = {
  events: 0,
  seals: 0,
  unsealed: 0,
  sealedThrough: null,
  keyId: null,
  finding: null,
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Compares read models that are live in this version with the log. */
const derive = async ({
  store,
  pool,
  deep,
  signal,
}: VerifyRecordOptions): Promise<CheckOutcome> => {
  if (deep === undefined) return NOTHING;
  const { projections, load } = deep;
  try {
    const live = await readLive(
      pool,
      projections.map(({ name }) => name),
    );
    const unread = projections
      .filter(({ name, version }) => {
        const row = live.find((each) => each.name === name);
        return row?.status !== 'live' || row.version !== version;
      })
      .map(({ name }) => `the read model ${name} is not live in this version`);
    await rebuild({ store, pool, projections, load, flips: false, signal });
    return { faults: [], unread };
  } catch (error) {
    if (!(error instanceof RebuildDiffers)) {
      return { faults: [], unread: [`the read models were not derived: ${messageOf(error)}`] };
    }
    const faults = error.differences.map(({ projection, table, key, column, live, rebuilt }) => {
      const where = `${projection}.${table} ${JSON.stringify(key)}`;
      const what = column === null ? 'the row' : column;
      const [is, was] = [JSON.stringify(live), JSON.stringify(rebuilt)];
      return `${where}: ${what} is ${is}, and from the log ${was}.`;
    });
    return { faults, unread: [] };
  }
};

const compareWithAnchor = async ({ store, anchor }: VerifyRecordOptions): Promise<CheckOutcome> => {
  if (anchor === undefined) return NOTHING;
  try {
    const fault = await findFirstNotAnchored(store, anchor);
    return { faults: fault === undefined ? [] : [fault], unread: [] };
  } catch (error) {
    return { faults: [], unread: [`the anchor was not read to its end: ${messageOf(error)}`] };
  }
};

/** The most streams that are named; more would not add information. */
const NAMED = 20;

/** Streams that the server hides, wholly or in part. */
const lookForHidden = async (options: VerifyRecordOptions): Promise<CheckOutcome> => {
  try {
    const hidden = await findHiddenStreams(options);
    const unnamedCount = hidden.length - NAMED;
    const others = unnamedCount > 0 ? [`${unnamedCount} more records are cut.`] : [];
    return { faults: [...hidden.slice(0, NAMED), ...others], unread: [] };
  } catch (error) {
    return { faults: [], unread: [`streams were not held against the log: ${messageOf(error)}`] };
  }
};

/** The log alone does not show which streams were removed. */
const nameRemoved = async ({ store, pool, signal }: VerifyRecordOptions): Promise<CheckOutcome> => {
  try {
    const removed = await findRemovedStreams(store, pool, signal);
    const faults = removed
      .slice(0, NAMED)
      .map(
        (stream) => `The whole of ${stream} was removed: read models hold it, the log does not.`,
      );
    const unnamedCount = removed.length - faults.length;
    return {
      faults: unnamedCount > 0 ? [...faults, `${unnamedCount} more streams were removed.`] : faults,
      unread: [],
    };
  } catch (error) {
    return {
      faults: [],
      unread: [`no stream that was removed was looked for: ${messageOf(error)}`],
    };
  }
};

/** A check that could not be made is in `unread`. */
export const verifyRecord = async (options: VerifyRecordOptions): Promise<Verification> => {
  const [log, ...checks] = await Promise.all([
    verifyLog(options).catch((error: unknown) => messageOf(error)),
    lookForHidden(options),
    compareWithAnchor(options),
    derive(options),
  ]);
  const faults = checks.flatMap((each) => each.faults);
  const unread = checks.flatMap((each) => each.unread);
  if (typeof log === 'string') {
    return {
      log: NOT_READ,
      faults,
      unread: [`the log was not read to its end: ${log}`, ...unread],
    };
  }
  const { keyId, finding } = log;
  const key = keyId === null ? undefined : await options.keyOf?.(keyId);
  const isOtherKey = key !== undefined && keyId !== key && finding === null;
  const wrongKey = isOtherKey ? [`The last seal is by ${keyId}, not by ${key}.`] : [];
  const removed = finding === null ? NOTHING : await nameRemoved(options);
  return {
    log,
    faults: [...wrongKey, ...removed.faults, ...faults],
    unread: [...unread, ...removed.unread],
  };
};
