import type { EventType } from '#/domain/aggregates/events.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';
import type { Position } from '#/ledger/event-store.ts';
import type { AnyRow, RowOf, Table } from './table.ts';

export type ProjectedNamed<Type extends EventType> = Extract<
  RecordedEvent,
  { readonly type: Type }
>;

export type TableSet = Readonly<Record<string, Table>>;

type KeyArguments<Key extends readonly string[]> = { readonly [Index in keyof Key]: string };

type KeyOf<Of extends Table> = Pick<RowOf<Of>, Of['key'][number] & keyof RowOf<Of>>;

type Amounts<Of extends Table> = {
  readonly [Name in Exclude<keyof RowOf<Of>, Of['key'][number]>]?: number;
};

/** What a handler may do to each table of its projection. */
export type RowsOf<Tables extends TableSet> = {
  readonly [Name in keyof Tables]: {
    readonly keyed: {
      /** Returns a row that `keys` declared for this event. @throws when it was neither declared nor in memory */
      readonly get: (...key: KeyArguments<Tables[Name]['key']>) => RowOf<Tables[Name]> | undefined;
      readonly put: (row: RowOf<Tables[Name]>) => void;
    };
    readonly log: { readonly append: (row: RowOf<Tables[Name]>) => void };
    readonly sums: {
      readonly add: (key: KeyOf<Tables[Name]>, amounts: Amounts<Tables[Name]>) => void;
    };
  }[Tables[Name]['kind']];
};

/** Declares the keyed rows that an event needs, so that those of a whole batch are fetched at once. */
export type KeysOf<Tables extends TableSet> = {
  readonly [Name in keyof Tables]: {
    /** The handler will `get` this row, which may or may not be there. */
    readonly reads: (...key: KeyArguments<Tables[Name]['key']>) => void;
    /** This event is the first for this row, so nothing is fetched for it. */
    readonly creates: (...key: KeyArguments<Tables[Name]['key']>) => void;
  };
};

export interface TopicData {
  /** `<kind>:<id>`, as clients subscribe to it. */
  readonly topic: string;
  readonly data: unknown;
}

/** `resync` = every topic of that kind may have changed: subscribe again. */
export type Change =
  | (TopicData & { readonly type: 'delta'; readonly position: Position })
  | { readonly type: 'resync'; readonly kind: string };

export interface ProjectionDefinition<Tables extends TableSet, Handled extends EventType> {
  /** Kebab-case; also the name of its schemas and its checkpoint. */
  readonly name: string;
  /** Raise it when tables or handlers change what rows look like; the next start then rebuilds. */
  readonly version: number;
  readonly tables: Tables;
  readonly keys?: (event: ProjectedNamed<Handled>, keys: KeysOf<Tables>) => void;
  /** Pure and synchronous: the same events make the same rows. */
  readonly on: {
    readonly [Type in Handled]: (event: ProjectedNamed<Type>, rows: RowsOf<Tables>) => void;
  };
  /** By table: turns changed rows into live updates for clients. No personal data. */
  readonly topics?: {
    /** The part of a topic before the colon. */
    readonly kinds: readonly string[];
    readonly of: {
      readonly [Name in keyof Tables]?: (row: RowOf<Tables[Name]>) => readonly TopicData[];
    };
  };
}

export interface AnyRows {
  get?(...key: readonly string[]): AnyRow | undefined;
  put?(row: AnyRow): void;
  append?(row: AnyRow): void;
  add?(key: AnyRow, amounts: AnyRow): void;
}

/**
 * A read model's definition without the types of its events and rows. A handler of one event type fits `handle`, because TypeScript
 * compares the parameters of methods bivariantly.
 */
export interface Projection {
  readonly name: string;
  readonly version: number;
  readonly tables: TableSet;
  keys?(event: RecordedEvent, keys: Readonly<Record<string, AnyKeys>>): void;
  readonly on: Readonly<Record<string, Handler['handle']>>;
  readonly topics?: {
    readonly kinds: readonly string[];
    readonly of: Readonly<Record<string, Topics['of'] | undefined>>;
  };
}

interface Handler {
  handle(event: RecordedEvent, rows: Readonly<Record<string, AnyRows>>): void;
}

export interface AnyKeys {
  reads(...key: readonly string[]): void;
  creates(...key: readonly string[]): void;
}

interface Topics {
  of(row: AnyRow): readonly TopicData[];
}

/** Lets the compiler check a read model's declaration against the event types. CONTRIBUTING.md says how to add a read model. */
export const defineProjection = <const Tables extends TableSet, Handled extends EventType>(
  definition: ProjectionDefinition<Tables, Handled>,
): Projection => definition;
