import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import pg from 'pg';
import { sampleNow } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { createMemoryOutbox, MOST_KEPT, outboxTransport, type Outbox } from './outbox.ts';
import { outboxPages } from './outbox-pages.ts';
import { openPostgresOutbox } from './postgres-outbox.ts';

const letterOf = (nth: number) =>
  ({
    mailId: `mail-${nth}`,
    messageId: `mail-${nth}.tag`,
    to: 'ana@example.com',
    subject: `Aviso <${nth}>`,
    html: `<p>Aviso ${nth}</p>`,
    text: `Aviso ${nth}`,
    language: 'pt-BR',
    deadline: sampleNow,
  }) as const;

const kinds: Readonly<
  Record<string, () => Promise<{ outbox: Outbox; close: () => Promise<void> }>>
> = {
  memory: async () => ({ outbox: createMemoryOutbox(), close: async () => undefined }),
  Postgres: async () => {
    const { url } = await testDatabase();
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    pool.on('error', () => undefined);
    return { outbox: await openPostgresOutbox(pool), close: () => pool.end() };
  },
};

for (const [name, open] of Object.entries(kinds)) {
  describe(`The outbox of a demo, in ${name}`, () => {
    let outbox: Outbox;
    let close: () => Promise<void>;
    let server: Server;

    before(async () => {
      ({ outbox, close } = await open());
      server = createServer(express().use(outboxPages(outbox))).listen(0, '127.0.0.1');
    });
    after(async () => {
      server.close();
      await close();
    });

    const send = (nth: number) =>
      outboxTransport(outbox, () => addSeconds(sampleNow, nth)).send(letterOf(nth));
    const get = async (path: string) => {
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        text: await answer.text(),
      };
    };

    it('says that there are no mails yet', async () => {
      expect((await get('/outbox')).text).to.include('Ainda não há e-mails');
      expect((await get('/outbox?lang=en')).text).to.include('There are no e-mails yet');
    });

    it('lists mails, the newest first, each once, and shows both forms', async () => {
      expect(await send(1)).to.deep.equal({ kind: 'accepted' });
      await send(2);
      await send(1);
      expect((await outbox.list()).map(({ mailId }) => mailId)).to.deep.equal(['mail-2', 'mail-1']);
      const { text } = await get('/outbox');
      expect(text).to.include('Aviso &lt;2&gt;').and.include('ana@example.com');
      expect(await get('/outbox/mail-2')).to.deep.include({ text: '<p>Aviso 2</p>' });
      const plain = await get('/outbox/mail-2?as=text');
      expect(plain).to.include({ text: 'Aviso 2', type: 'text/plain; charset=utf-8' });
    });

    it('removes the mails of a person who is erased, and no other', async () => {
      await send(1);
      await send(2);
      await outbox.remove(['mail-1', 'mail-unknown']);
      expect((await outbox.list()).map(({ mailId }) => mailId)).to.deep.equal(['mail-2']);
      expect((await get('/outbox')).text).to.not.include('Aviso &lt;1&gt;');
      await outbox.remove([]);
      expect(await outbox.list()).to.have.length(1);
    });

    it('keeps only the newest mails', async () => {
      for (let nth = 3; nth <= MOST_KEPT + 3; nth += 1) await send(nth);
      const stored = await outbox.list();
      expect(stored.length).to.equal(MOST_KEPT);
      expect(stored[0]?.mailId).to.equal(`mail-${MOST_KEPT + 3}`);
      expect((await get('/outbox/mail-1')).status).to.not.equal(200);
    });
  });
}
