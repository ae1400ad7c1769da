import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { facts, newStream } from '#/ledger/contract/samples.ts';
import { AppendError, StoreAway } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { BadEnvironment } from './command.ts';
import { checkEventStoreUrl } from './environment.ts';
import {
  startEventStoreDbDouble,
  type EventStoreDbDouble,
} from '#/ledger/stores/eventstoredb/double/server.ts';

describe('An unusable EventStoreDB', function () {
  this.timeout(30_000);
  let plain: EventStoreDbDouble;
  let secure: EventStoreDbDouble;
  const store = createMemoryStore();
  const silent = createServer(() => undefined);

  before(async () => {
    plain = await startEventStoreDbDouble({ store });
    secure = await startEventStoreDbDouble({ store, tls: true });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });

  afterEach(() => {
    plain.faults.refusal = undefined;
  });

  after(async () => {
    silent.close();
    await Promise.all([plain.stop(), secure.stop()]);
  });

  const refusalOf = async (url: string): Promise<string> => {
    const outcome = await checkEventStoreUrl(url).catch((error: unknown) => error);
    if (outcome instanceof BadEnvironment) return outcome.message;
    throw new Error('it was not refused', { cause: outcome });
  };
  const withCertificateFile = (file = secure.certificate?.file ?? ''): string =>
    `tls=true&tlsCAFile=${encodeURIComponent(file)}`;
  const silentPort = (): number => (silent.address() as AddressInfo).port;

  const cases: readonly (readonly [string, () => string, string])[] = [
    [
      'nothing listens at its address',
      () => 'esdb://127.0.0.1:9?tls=false',
      'nothing listens there: start it',
    ],
    ['its host is unknown', () => 'esdb://none.invalid:2113?tls=false', 'its host is unknown'],
    [
      'it accepts connections but never answers',
      () => `esdb://127.0.0.1:${silentPort()}?tls=false`,
      'does not answer: it is frozen',
    ],
    [
      'it speaks no TLS although the URL asks for it',
      () => `esdb://localhost:${plain.port}?tls=true`,
      'it speaks no TLS, which EVENTSTORE_URL asks for',
    ],
    [
      'it speaks TLS although the URL turns it off',
      () => `esdb://localhost:${secure.port}?tls=false`,
      'leave tls=false out of EVENTSTORE_URL',
    ],
    [
      'the URL has its IP address with TLS',
      () => `esdb://127.0.0.1:${secure.port}?${withCertificateFile()}`,
      'by the name in its certificate, not by an IP address',
    ],
    [
      'its certificate is not trusted',
      () => `esdb://localhost:${secure.port}?tls=true`,
      'vouches for its certificate: name the file of its authority',
    ],
    [
      'the file of the certificate authority does not exist',
      () => `esdb://localhost:${secure.port}?${withCertificateFile('/none/ca.crt')}`,
      'is not there: correct tlsCAFile',
    ],
    [
      'no node of its cluster answers',
      () => 'esdb+discover://127.0.0.1:9?tls=false&maxDiscoverAttempts=1',
      'no node of the cluster answers and leads',
    ],
    ['its URL is malformed', () => 'esdb://a:b:c', 'EVENTSTORE_URL cannot be read'],
  ];

  for (const [what, url, expected] of cases) {
    it(`is refused with the cause and the remedy when ${what}`, async () => {
      const message = await refusalOf(url());
      expect(message).to.match(/^EVENTSTORE_URL does not lead to an EventStoreDB at /);
      expect(message).to.include(expected);
    });
  }

  it('is refused without showing its password', async () => {
    const message = await refusalOf('esdb://admin:hunter2@127.0.0.1:9?tls=false');
    expect(message).not.to.include('hunter2');
  });

  for (const [refusal, expected] of [
    ['no rights', 'this user lacks rights'],
    ['read-only', 'it takes no writes'],
    ['full', 'its disk is full: make room there'],
  ] as const) {
    it(`reports “${refusal}” at a start, to readers and to writers, and accepts events again afterwards`, async () => {
      const opened = await openEventStoreDb({ connectionString: plain.url });
      plain.faults.refusal = refusal;
      expect(await refusalOf(plain.url)).to.include(expected);
      const read = await opened.readStream(newStream()).catch((error: unknown) => error);
      expect(read)
        .to.be.instanceOf(StoreAway)
        .and.to.have.property('message')
        .that.includes(expected);
      const options = { expected: 'no_stream', timeoutMs: 2_000 } as const;
      const append = await opened
        .append(newStream(), facts(1), options)
        .catch((error: unknown) => error);
      const cause = append instanceof AppendError ? append.cause : append;
      expect(cause)
        .to.be.instanceOf(StoreAway)
        .and.to.have.property('message')
        .that.includes(expected);
      plain.faults.refusal = undefined;
      await opened.append(newStream(), facts(1), { expected: 'no_stream' });
      await opened.close();
    });
  }
});
