import type { Position } from '#/ledger/event-store.ts';
import type { TopicData } from '#/projections/engine/define/define-projection.ts';

/** Messages about read models between processes on one database. */
export type Notification =
  /** A read model reached a position. One commit may need several messages; `isWhole` = this is the last of them. */
  | {
      readonly kind: 'moved';
      readonly name: string;
      readonly position: Position;
      readonly topics: readonly TopicData[];
      readonly isWhole: boolean;
    }
  /** Clients of a read model may have missed changes. */
  | { readonly kind: 'resync'; readonly name: string }
  /** Generations or their states changed: read the checkpoints again. */
  | { readonly kind: 'look' }
  /** A process is listening. */
  | { readonly kind: 'listening' }
  /** Our own connection was lost: any message may have been missed. */
  | { readonly kind: 'gap' };

export interface ChangeFeed {
  /** Sends in order. If messages about a read model are dropped, `resync` is sent instead. */
  readonly notify: (notification: Exclude<Notification, { readonly kind: 'gap' }>) => void;
  readonly close: () => Promise<void>;
}

export type OpenFeed = (
  onNotification: (notification: Notification) => void,
) => Promise<ChangeFeed>;
