import crypto, { randomUUID } from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import timers from 'node:timers';
import pauses, { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { thisMachine } from '#/ledger/machine.ts';
import { withoutMachine } from './forbidden.ts';

const nothing = (): void => undefined;

/** How code of the product could reach the real machine. */
const accesses: Readonly<Record<string, () => unknown>> = {
  'Date.now': () => Date.now(),
  'a date of now': () => new Date(),
  'a date of now, as text': () => Date(),
  'Temporal.Now': () => Temporal.Now.instant(),
  'performance.now': () => performance.now(),
  'process.hrtime': () => process.hrtime(),
  'process.hrtime.bigint': () => process.hrtime.bigint(),
  'setTimeout of promisify': () => promisify(setTimeout)(1),
  setTimeout: () => setTimeout(nothing, 1),
  setInterval: () => setInterval(nothing, 1),
  setImmediate: () => setImmediate(nothing),
  'setTimeout of node:timers': () => timers.setTimeout(nothing, 1),
  'setImmediate of node:timers': () => timers.setImmediate(nothing),
  'setTimeout of node:timers/promises': () => pause(1),
  'setInterval of node:timers/promises': () => pauses.setInterval(1),
  'setImmediate of node:timers/promises': () => pauses.setImmediate(),
  'scheduler.wait': () => pauses.scheduler.wait(1),
  'scheduler.yield': () => pauses.scheduler.yield(),
  'AbortSignal.timeout': () => AbortSignal.timeout(1),
  'Math.random': () => Math.random(),
  'crypto.randomUUID': () => randomUUID(),
  'crypto.randomBytes': () => crypto.randomBytes(1),
  'crypto.randomInt': () => crypto.randomInt(2),
  'crypto.randomFillSync': () => crypto.randomFillSync(Buffer.alloc(1)),
  'crypto.getRandomValues': () => crypto.getRandomValues(new Uint8Array(1)),
  'crypto.randomUUID of the web': () => globalThis.crypto.randomUUID(),
  fetch: () => fetch('https://example.com'),
  'http.request': () => http.request('http://127.0.0.1:9').on('error', nothing),
  'http.get': () => http.get('http://127.0.0.1:9').on('error', nothing),
  'https.request': () => https.request('https://127.0.0.1:9').on('error', nothing),
  'net.connect': () => net.connect(9, '127.0.0.1').on('error', nothing),
  'a socket': () => new net.Socket().on('error', nothing).connect(9, '127.0.0.1'),
  'a server': () => net.createServer().listen(0).close(),
  'tls.connect': () => tls.connect(9, '127.0.0.1').on('error', nothing),
  'dgram.createSocket': () => dgram.createSocket('udp4').close(),
  'dns.lookup': () => dns.lookup('localhost', nothing),
  'dns.promises.lookup': () => dns.promises.lookup('localhost'),
  'the machine under the product': () => thisMachine.pause(1),
};

const LEADS_OUT = /leads out of the simulated world/;

/** The error as text; undefined = it did not reject. */
const failureOf = async (promise: Promise<unknown>): Promise<string | undefined> => {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return String(error);
  }
};

describe('What leads out of a simulated world', () => {
  for (const [name, access] of Object.entries(accesses)) {
    it(`throws in a run, and fails the run even where that is caught: ${name}`, async () => {
      const run = withoutMachine(async () => {
        await Promise.resolve();
        expect(access).to.throw(LEADS_OUT);
      });
      expect(await failureOf(run)).to.match(LEADS_OUT);
    });
  }

  it('fails no run that uses none of it, and a date of a given moment is none of it', async () => {
    const date = await withoutMachine(async () => new Date(1_700_000_000_000));
    expect(date.toISOString()).to.equal('2023-11-14T22:13:20.000Z');
    expect(date).to.be.instanceOf(Date);
  });

  it('does not hide another error that fails a run', async () => {
    const run = withoutMachine(() => Promise.reject(new Error('it is wrong')));
    expect(await failureOf(run)).to.equal('Error: it is wrong');
  });

  it('stays available to other work of this process during a run', async () => {
    const ended = Promise.withResolvers<string>();
    const began = Promise.withResolvers<undefined>();
    const outside = (async () => {
      await began.promise;
      await pause(1);
      const now = [Date(), new Date().toISOString(), Temporal.Now.instant().toString()];
      ended.resolve([...now, Date.now(), performance.now(), Math.random(), randomUUID()].join(' '));
    })();
    const values = await withoutMachine(() => {
      began.resolve(undefined);
      return ended.promise;
    });
    await outside;
    expect(values.split(' ')).to.have.length.greaterThan(6);
  });

  it('is available again after the run', async () => {
    const named = () => [Date, setTimeout, setInterval, fetch, randomUUID, pause, Math.random];
    const owned = () => [performance.now, crypto.randomInt, globalThis.crypto.getRandomValues];
    const before = [...named(), ...owned()];
    await withoutMachine(async () => undefined);
    expect([...named(), ...owned()]).to.deep.equal(before);
    expect(Object.hasOwn(performance, 'now')).to.equal(false);
    await pause(1);
  });
});
