import type { AuditedEvent } from '#/api/contract/admin.ts';
import { postingsOf } from '#/domain/accounting/postings.ts';
import { contentHash } from '#/ledger/audit/hash.ts';
import { decode } from '#/ledger/codec.ts';
import type { Recorded } from '#/ledger/event-store.ts';

/** Shows the data as recorded, even if the program would write it differently today. */
export const toAuditedEvent = (recorded: Recorded): AuditedEvent => {
  const event = decode(recorded);
  const { id, stream, revision, position, recordedAt, hash: chainHash = null } = recorded;
  const { v, actor, causation, reason = null, hash: recordedHash } = event.meta;
  return {
    id,
    stream,
    revision,
    position,
    type: event.type,
    version: v,
    recordedAt,
    actor,
    causation,
    reason,
    contentHash: recordedHash,
    intact:
      contentHash({ id, stream, type: recorded.type, v, data: recorded.data }) === recordedHash,
    chainHash,
    data: JSON.parse(recorded.data),
    postings: postingsOf(event).map((posting) => ({ ...posting })),
  };
};
