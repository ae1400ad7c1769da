import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router, type Request, type Response } from 'express';
import type { z } from 'zod';
import {
  access,
  isStaffWith,
  requireActor,
  requireStaff,
  type ExportName,
} from '#/api/auth/access.ts';
import type { StaffAccess } from '#/api/auth/rights/staff-access.ts';
import type { Callers } from '#/api/auth/callers.ts';
import { clientAddress } from '#/api/http/client-address.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { languageOf, parseInput, Rejected, type Language } from '#/api/http/problem.ts';
import { queryOf } from '#/api/http/procedure.ts';
import { withDeadline } from '#/api/http/request-deadline.ts';
import { startRechecks, type Rechecks } from '#/api/live/rechecks.ts';
import type { OpenedDataKind } from '#/domain/access/commands.ts';
import { dayOf, type Day } from '#/domain/values/time.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { BYTE_ORDER_MARK, csvIn } from './csv.ts';
import { journalExport } from './journal-export.ts';
import { salesExport } from './sales-export.ts';
import { sellersExport } from './sellers-export.ts';
import { fileTexts } from './texts.ts';
import { withdrawalsExport } from './withdrawals-export.ts';

type ExportTexts = (typeof fileTexts)[Language];

interface ExportFilters {
  readonly platformId: string;
  readonly showsDocuments: boolean;
}

interface ExportInput {
  readonly language: Language;
}

/** One of the exports. */
export interface CsvExport<Input extends ExportInput> {
  readonly input: z.ZodType<Input>;
  /** The name under which an export is recorded before it begins. */
  readonly recordedAs: OpenedDataKind;
  /** Without the ending `.csv`. */
  readonly fileName: (texts: ExportTexts, input: Input, today: Day) => string;
  readonly columns: (texts: ExportTexts) => readonly string[];
  /** Yields the lines in batches, as they are read. */
  readonly lines: (
    services: Services,
    filters: Input & ExportFilters,
  ) => AsyncIterable<readonly string[]>;
}

/** Reads the first batch before the response begins, so that a query that fails is answered by a problem document, not by half a file. */
const startReading = async <Item>(items: AsyncIterable<Item>): Promise<AsyncIterable<Item>> => {
  const iterator = items[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
};

async function* csvOf(
  heading: string,
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + heading;
  for await (const lines of batches) yield lines.join('');
}

/** Codes with which `pipeline` fails when the client has left. */
const ABORTED: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

const isAbort = (error: unknown): boolean => ABORTED.includes(errorCodeOf(error));

/** An export contains people's documents only for callers with this flag as well (people.15). */
const withDocuments = ({ staff }: StaffAccess): StaffAccess => ({
  staff: [...staff, 'isUserDocumentsAvailable'],
});

/** Aborts a response once its reader has lost the right to it, because a slow client may read for a long time. */
const breakOffWithout = (
  needed: StaffAccess,
  response: Response,
  findReader: ReturnType<Callers['follow']>,
) => ({
  recheck: async (): Promise<void> => {
    if (!isStaffWith(await findReader(), needed)) response.destroy();
  },
});

const send = async <Input extends ExportInput>(
  name: ExportName,
  { input, recordedAs, fileName, columns, lines }: CsvExport<Input>,
  { request, response }: { readonly request: Request; readonly response: Response },
  { services, rechecks }: { readonly services: Services; readonly rechecks: Rechecks },
): Promise<void> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Rejected('request/method-not-allowed', { headers: { Allow: 'GET, HEAD' } });
  }
  const cookies = new Headers({ cookie: request.headers.cookie ?? '' });
  const findReader = services.callers.follow(cookies, 'asks');
  const reader = await findReader();
  requireActor(name, reader, request.get('Acting-As'));
  const caller = requireStaff(reader, access[name]);
  const { platformId } = caller;
  const filters = parseInput(input, queryOf(request), languageOf(request));
  const { language } = filters;
  const texts = fileTexts[language];
  const file = fileName(texts, filters, dayOf(services.core.now()));
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${file}.csv"`,
  };
  if (request.method === 'HEAD') {
    // A HEAD request gets no data, so nothing is recorded.
    response.set(headers).end();
    return;
  }
  const documents = withDocuments(access[name]);
  const showsDocuments = isStaffWith(caller, documents);
  const ip = clientAddress(request, services.proxies);
  await withDeadline(() => services.trail.take({ caller, ip }, recordedAs, null));
  const needed = showsDocuments ? documents : access[name];
  const leaveRechecks = rechecks.add(breakOffWithout(needed, response, findReader));
  try {
    const batches = await startReading(lines(services, { ...filters, platformId, showsDocuments }));
    response.set(headers);
    // Reads one batch ahead at most, so that a slow client does not fill memory.
    const text = Readable.from(csvOf(csvIn[language].line(columns(texts)), batches), {
      highWaterMark: 1,
    });
    await pipeline(text, response);
  } catch (error) {
    // The client disconnected, or the response was aborted; no answer is possible.
    if (!isAbort(error)) throw error;
  } finally {
    leaveRechecks();
  }
};

/** `GET /api/export.journal`, `.sales`, `.sellers` and `.withdrawals`: CSV of any length in constant memory. */
export const exportRoutes = (services: Services): Router => {
  const router = Router();
  const rechecks = startRechecks((err) =>
    services.logger.error({ err }, 'access of exports cannot be checked'),
  );
  const offer = <Input extends ExportInput>(name: ExportName, file: CsvExport<Input>): void => {
    router.all(`/api/${name}`, async (request, response) => {
      response.locals.route = name;
      await send(name, file, { request, response }, { services, rechecks });
    });
  };
  offer('export.journal', journalExport);
  offer('export.sales', salesExport);
  offer('export.sellers', sellersExport);
  offer('export.withdrawals', withdrawalsExport);
  return router;
};
