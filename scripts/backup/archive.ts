import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { Position, Recorded } from '#/ledger/event-store.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';

/**
 * A backup is a first line, then frames. A frame is a letter, the length of its payload in four big-endian bytes, and the payload.
 * `H` is the header. For each table: `T` names it, `D` is output of COPY, `E` the number of rows. For the log: `L` are events, `M` is
 * their number. `Z` is the SHA-256 of every byte before its payload. Payloads of other frames than `D` and `Z` are JSON.
 */
const FIRST_LINE = Buffer.from('razao backup\n');

export const FORMAT = 2;

const tableSchema = z.strictObject({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
});

const headerSchema = z.strictObject({
  format: z.int(),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  tables: z.array(tableSchema),
});

const format1HeaderSchema = headerSchema.extend({ events: z.int() });

const eventSchema = z.strictObject({
  position: z.string(),
  stream: z.string(),
  revision: z.int().min(0),
  id: z.uuid(),
  type: z.string(),
  data: z.string(),
  meta: z.string(),
  recordedAt: z.iso.datetime({ precision: 3 }),
  hash: z.string().optional(),
  sealedAs: z.string().optional(),
});

const eventsSchema = z.array(eventSchema);
const logEndSchema = z.strictObject({ events: z.int().min(0) });

const tableEndSchema = z.strictObject({ rows: z.int().min(0) });

export type ArchivedTable = z.output<typeof tableSchema>;
export type ArchiveHeader = z.output<typeof headerSchema>;

type Kind = 'H' | 'T' | 'D' | 'E' | 'L' | 'M' | 'Z';
const KINDS: readonly string[] = ['H', 'T', 'D', 'E', 'L', 'M', 'Z'] satisfies readonly Kind[];
const isKind = (letter: string): letter is Kind => KINDS.includes(letter);

const FRAME_BYTES = 5;
const LARGEST_PAYLOAD = 8 * 1024 * 1024;
const DIGEST_BYTES = 32;
/** The most characters of events in one `L` frame; a larger event has a frame of its own. */
const LOG_FRAME = 1_000_000;

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export class ArchiveWriter {
  readonly #file: FileHandle;
  readonly #hash: Hash = createHash('sha256');
  bytes = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async begin(header: ArchiveHeader): Promise<void> {
    await this.#write(FIRST_LINE);
    await this.#frame('H', json(header));
  }

  table(table: ArchivedTable): Promise<void> {
    return this.#frame('T', json(table));
  }

  async data(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length; from += LARGEST_PAYLOAD) {
      await this.#frame('D', chunk.subarray(from, from + LARGEST_PAYLOAD));
    }
  }

  end(rows: number): Promise<void> {
    return this.#frame('E', json({ rows }));
  }

  /** Writes events of the log. Call this after all tables are written. */
  async log(events: readonly Recorded[]): Promise<void> {
    let printed: string[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      if (printed.length > 0) await this.#frame('L', Buffer.from(`[${printed.join(',')}]`));
      printed = [];
      length = 0;
    };
    for (const event of events) {
      const text = JSON.stringify(event);
      if (length + text.length > LOG_FRAME) await flush();
      printed.push(text);
      length += text.length;
    }
    await flush();
  }

  logEnd(events: number): Promise<void> {
    return this.#frame('M', json({ events }));
  }

  /** Writes the digest. Returns when the file is on disk. */
  async finish(): Promise<void> {
    const head = frameHead('Z', DIGEST_BYTES);
    this.#hash.update(head);
    await this.#file.appendFile(Buffer.concat([head, this.#hash.digest()]));
    await this.#file.sync();
  }

  async #frame(kind: Kind, payload: Buffer): Promise<void> {
    await this.#write(frameHead(kind, payload.length));
    await this.#write(payload);
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    this.bytes += bytes.length;
    await this.#file.appendFile(bytes);
  }
}

const frameHead = (kind: Kind, length: number): Buffer => {
  const head = Buffer.alloc(FRAME_BYTES);
  head.write(kind, 'latin1');
  head.writeUInt32BE(length, 1);
  return head;
};

export type Entry =
  | { readonly kind: 'header'; readonly header: ArchiveHeader }
  | { readonly kind: 'table'; readonly table: ArchivedTable }
  | { readonly kind: 'data'; readonly bytes: Buffer }
  | { readonly kind: 'end'; readonly rows: number }
  | { readonly kind: 'events'; readonly events: readonly Recorded[] }
  | { readonly kind: 'logEnd'; readonly events: number }
  /** The file's SHA-256 in hex, as checked. */
  | { readonly kind: 'digest'; readonly digest: string };

export const damagedArchiveError = (why: string): BadEnvironment =>
  new BadEnvironment(`This backup is not whole and nothing was restored: ${why}.`);

/** @throws BadEnvironment when the payload has another form */
const parsePayload = <Schema extends z.ZodType>(
  schema: Schema,
  payload: Buffer,
): z.output<Schema> => {
  try {
    return schema.parse(JSON.parse(payload.toString('utf8')));
  } catch {
    throw damagedArchiveError('a part of it cannot be read');
  }
};

const headerOf = (payload: Buffer): ArchiveHeader => {
  const { format } = parsePayload(z.object({ format: z.int() }), payload);
  if (format === FORMAT) return parsePayload(headerSchema, payload);
  if (format === 1) return parsePayload(format1HeaderSchema, payload);
  throw new BadEnvironment(
    `This backup has format ${format} and this release reads formats 1 to ${FORMAT}: restore it with the release that wrote it.`,
  );
};

/** The events have their positions in the log that was backed up. */
const eventsOf = (payload: Buffer): readonly Recorded[] =>
  parsePayload(eventsSchema, payload).map(({ position, hash, sealedAs, ...event }) => ({
    ...event,
    position: position as Position,
    ...(hash !== undefined && { hash }),
    ...(sealedAs !== undefined && { sealedAs: sealedAs as Position }),
  }));

const entryOf = (kind: Exclude<Kind, 'Z'>, payload: Buffer): Entry => {
  switch (kind) {
    case 'H':
      return { kind: 'header', header: headerOf(payload) };
    case 'T':
      return { kind: 'table', table: parsePayload(tableSchema, payload) };
    case 'D':
      return { kind: 'data', bytes: payload };
    case 'E':
      return { kind: 'end', rows: parsePayload(tableEndSchema, payload).rows };
    case 'L':
      return { kind: 'events', events: eventsOf(payload) };
    case 'M':
      return { kind: 'logEnd', events: parsePayload(logEndSchema, payload).events };
  }
};

const createReader = (file: FileHandle) => {
  let at = 0;
  /** @throws BadEnvironment when the file has fewer bytes */
  const take = async (length: number): Promise<Buffer> => {
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length;) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, at);
      if (bytesRead === 0) throw damagedArchiveError('it ends in the middle');
      filled += bytesRead;
      at += bytesRead;
    }
    return bytes;
  };
  return { take, isAtEnd: async () => (await file.stat()).size === at };
};

/**
 * Yields the content of a backup in order, at most 8 MiB at a time. Whether the file was altered is known only at its end.
 * @throws BadEnvironment when the file is no backup of a known format, or is cut off or altered
 */
export async function* readArchive(file: FileHandle): AsyncGenerator<Entry> {
  const { take, isAtEnd } = createReader(file);
  const hash = createHash('sha256');
  const first = await take(FIRST_LINE.length).catch(() => Buffer.alloc(0));
  if (!first.equals(FIRST_LINE)) throw new BadEnvironment('This file is not a backup of Razão.');
  hash.update(first);
  for (;;) {
    const head = await take(FRAME_BYTES);
    hash.update(head);
    const kind = head.toString('latin1', 0, 1);
    const length = head.readUInt32BE(1);
    if (!isKind(kind) || length > LARGEST_PAYLOAD)
      throw damagedArchiveError('a part of it cannot be read');
    const payload = await take(length);
    if (kind === 'Z') {
      if (!payload.equals(hash.digest()))
        throw damagedArchiveError('it was altered after it was written');
      if (!(await isAtEnd())) throw damagedArchiveError('more follows after its end');
      yield { kind: 'digest', digest: payload.toString('hex') };
      return;
    }
    hash.update(payload);
    yield entryOf(kind, payload);
  }
}
