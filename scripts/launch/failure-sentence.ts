import { join, relative } from 'node:path';
import { cutSentence } from '#/api/composition/whole-record.ts';
import { RecordCut } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import { FoldFailed } from '#/projections/engine/run/working-set.ts';

const root = join(import.meta.dirname, '..', '..');

/** Sentences by SQLSTATE (PostgreSQL manual, appendix A) and code of Node's system errors. */
const causes: Readonly<Record<string, string>> = {
  '25006':
    'The database takes no writes (it is read-only or a standby): give DATABASE_URL the primary.',
  '28000': 'The database refuses this user: check the user of DATABASE_URL and pg_hba.conf.',
  '28P01': 'The password for the database is wrong: check DATABASE_URL.',
  '3D000': 'The database does not exist: create it, or name another in DATABASE_URL.',
  '42501':
    'The user of the database lacks rights: let it create schemas and tables in this database.',
  '55000': 'The database takes no connections: ALTER DATABASE … ALLOW_CONNECTIONS true lets it.',
  '53100': 'The disk of the database is full: make room there.',
  '53200': 'The database is out of memory.',
  '53300':
    'The database has no connection left: raise its max_connections, or end other programs that use it.',
  '57P01': 'The database was shut down: start it again.',
  '57P02': 'The database crashed: see its log, and start this again when it runs.',
  '57P03':
    'The database is starting up or shutting down: start this again when it takes connections.',
  EDQUOT: 'The disk is full (quota): make room on it.',
  EMFILE: 'Too many files are open: raise the limit of open files (ulimit -n).',
  ENOSPC: 'The disk is full: make room on it.',
  EROFS: 'The file system is read-only: set DATA_DIR to a folder that can be written.',
};

/** Ends of sentences about a path, by the error's code. */
const misplacements: Readonly<Record<string, string>> = {
  EEXIST: 'is a file where a folder belongs: move it away.',
  EISDIR: 'is a folder where a file belongs: move it away.',
  ENOENT: 'is not there: bring it back.',
  ENOTDIR: 'is below a file where a folder belongs: move that away.',
};

const unreachable =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08\w{3})$/;

/** Messages of `pg` errors without a code. */
const lostConnection =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying|Client has encountered a connection error)/;

const property = (error: Error, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const ofCode = (error: Error): string | undefined => {
  const code = property(error, 'code');
  const path = property(error, 'path');
  if (code === 'EACCES' || code === 'EPERM') {
    if (property(error, 'syscall') === 'listen') {
      return `Port ${property(error, 'port')} may not be used by this user: set PORT to one above 1023.`;
    }
    return `${path === '' ? 'A file' : `The path ${path}`} cannot be read or written by this user: give it the right to.`;
  }
  const misplaced = path === '' ? undefined : misplacements[code];
  if (misplaced !== undefined) return `The path ${path} ${misplaced}`;
  if (code === 'EADDRINUSE') {
    return `Port ${property(error, 'port')} is taken by another program: set PORT to another one.`;
  }
  if (code === 'SQLITE_FULL') return causes['ENOSPC'];
  return causes[code];
};

const ofConnection = (error: Error): string | undefined => {
  const isLost = unreachable.test(property(error, 'code')) || lostConnection.test(error.message);
  if (!isLost) return undefined;
  const port = property(error, 'port');
  const place = port === '' ? '' : ` at ${property(error, 'address')}:${port}`;
  return `The connection to the database${place} was lost or refused: start this again when it takes connections.`;
};

/** Where in our own source the error was thrown. */
const placeOf = ({ stack = '' }: Error): string => {
  const frame = stack
    .split('\n')
    .find((line) => line.includes(root) && !line.includes('node_modules'));
  const place = /\(?(?:file:\/\/)?([^()\s]+:\d+):\d+\)?$/.exec(frame ?? '')?.[1];
  return place === undefined ? '' : ` at ${relative(root, place)}`;
};

const unexpectedSentence = (error: unknown): string => {
  if (!(error instanceof Error)) return `Something unexpected failed: ${String(error)}`;
  const [what = ''] = error.message.split('\n');
  return `Something unexpected failed${placeOf(error)}: ${error.name}: ${what} (LOG_LEVEL=debug shows more)`;
};

/** The errors that an error contains. If resources also failed to close, the error that ended the work comes first. */
const errorsInside = (error: unknown): readonly unknown[] => {
  if (error instanceof SuppressedError) return [error.suppressed, error.error];
  if (error instanceof AggregateError) return error.errors;
  return error instanceof Error && error.cause !== undefined ? [error.cause] : [];
};

const foldSentence = ({ event: { type, position, stream } }: FoldFailed): string =>
  `A read model cannot follow ${type} at ${position} of ${stream}: events before it are missing, or this release does not know it. npm run verify says what is wrong with the record; a backup of before has what is missing.`;

const knownSentence = (error: unknown): string | undefined => {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof RecordCut) return cutSentence(error.cut);
  const sentenceOfError =
    error instanceof Error ? (ofCode(error) ?? ofConnection(error)) : undefined;
  if (sentenceOfError !== undefined) return sentenceOfError;
  for (const inner of errorsInside(error)) {
    const sentence = knownSentence(inner);
    if (sentence !== undefined) return sentence;
  }
  if (error instanceof FoldFailed) return foldSentence(error);
  return undefined;
};

/** One sentence for the operator: what is wrong and, if known, what to do. */
export const failureSentence = (error: unknown): string => {
  const first = error instanceof SuppressedError ? error.suppressed : error;
  return knownSentence(error) ?? unexpectedSentence(first);
};
