import { randomUUID } from 'node:crypto';
import type { EventStore } from '#/ledger/event-store.ts';
import { EventLog } from './event-log.ts';
import { StreamWriter } from './stream-writer.ts';

const users = [
  { login: 'admin', fullName: 'EventStore Administrator', groups: ['$admins'] },
  { login: 'ops', fullName: 'EventStore Operations', groups: ['$ops'] },
] as const;

const event = (type: string, data: unknown) => ({
  id: randomUUID(),
  type,
  isJson: true,
  data: Buffer.from(JSON.stringify(data)),
  metadata: new Uint8Array(),
});

/** A new server creates its two users. Some clients rely on system events in `$all`. */
export const writeFirstEvents = async (store: EventStore): Promise<void> => {
  if ((await store.head()) !== undefined) return;
  const writer = new StreamWriter(new EventLog(store));
  for (const { login, fullName, groups } of users) {
    const created = event('$UserCreated', { loginName: login, fullName, groups, disabled: false });
    await writer.append(`$user-${login}`, 'no_stream', [created]);
    await writer.append('$users', 'any', [event('$User', login)]);
  }
};
