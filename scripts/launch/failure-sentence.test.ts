import { expect } from 'chai';
import { createServer } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import pg from 'pg';
import type { RecordedEvent } from '#/ledger/codec.ts';
import { RecordCut } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import { FoldFailed } from '#/projections/engine/run/working-set.ts';
import { failureSentence } from './failure-sentence.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';

/** Returns the error with which the promise rejects; undefined if it resolves. */
const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('failureSentence', () => {
  it('returns the message of an OperatorError, however deeply nested', () => {
    const operatorError = new OperatorError('Give it more.');
    expect(failureSentence(operatorError)).to.equal('Give it more.');
    expect(failureSentence(new Error('it broke', { cause: operatorError }))).to.equal(
      'Give it more.',
    );
    const first = new SuppressedError(new Error('while giving back'), operatorError);
    expect(failureSentence(first)).to.equal('Give it more.');
  });

  it('states what to do about a stream that was deleted, for good or not', () => {
    const cut = { stream: 'payment-1', how: 'it was deleted' };
    const sentence = failureSentence(new Error('no proof', { cause: new RecordCut(cut) }));
    expect(sentence).to.include('The record of payment-1 is cut: it was deleted. Take $maxCount');
    const lost = failureSentence(new RecordCut({ ...cut, isForGood: true }));
    expect(lost).to.include('a backup of before has it');
  });

  it('names the event that a read model cannot apply, without the text of the inner error', () => {
    const event = {
      type: 'WithdrawalUnanswered',
      data: { failure: 'timeout', at: '2026-03-01T12:00:00.000Z' },
      position: '7',
      stream: 'account-1',
    } as RecordedEvent;
    const folding = new FoldFailed(event, 0, new Error('Maria has no account'));
    const sentence = failureSentence(new Error('stopped', { cause: folding }));
    expect(sentence).to.include('WithdrawalUnanswered at 7 of account-1');
    expect(sentence).not.to.include('Maria');
    const onFullDisk = new FoldFailed(event, 0, Object.assign(new Error('no'), { code: '53100' }));
    expect(failureSentence(onFullDisk)).to.include('disk of the database is full');
  });

  it('explains a Postgres that is read-only, full or unreachable, and a wrong password', async () => {
    const { url, drop } = await testDatabase();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('SET default_transaction_read_only = on');
    const readOnly = await failureOf(client.query('CREATE TABLE a (b int)'));
    expect(failureSentence(readOnly)).to.include('takes no writes');
    const full = await failureOf(client.query(`DO $$ BEGIN RAISE SQLSTATE '53100'; END $$`));
    expect(failureSentence(full)).to.include('disk of the database is full');
    const ended = failureOf(client.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    expect(failureSentence(await ended)).to.match(/^The (?:connection to the )?database .*\.$/);
    await drop();
    const wrong = new URL(url);
    wrong.password = 'wrong';
    const refused = await failureOf(new pg.Client({ connectionString: wrong.href }).connect());
    expect(failureSentence(refused)).to.include('password');
    wrong.port = '1';
    const unreachable = await failureOf(new pg.Client({ connectionString: wrong.href }).connect());
    expect(failureSentence(unreachable)).to.include('127.0.0.1:1');
  });

  it('explains a port in use, a full disk and a folder that cannot be created', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const other = createServer();
    other.listen(port, '127.0.0.1');
    const [taken] = await once(other, 'error');
    expect(failureSentence(taken)).to.equal(
      `Port ${port} is taken by another program: set PORT to another one.`,
    );
    server.close();
    const full = await failureOf(writeFile('/dev/full', 'x'));
    expect(failureSentence(full)).to.include('disk is full');
    const noFolder = await failureOf(mkdir('/proc/razao'));
    expect(failureSentence(noFolder)).to.include('/proc/razao');
  });

  it('reports an unexpected error in one line with its file and line number', () => {
    const sentence = failureSentence(new TypeError('a\nb'));
    expect(sentence).to.match(
      /^Something unexpected failed at scripts\/launch\/failure-sentence\.test\.ts:\d+: TypeError: a /,
    );
  });
});
