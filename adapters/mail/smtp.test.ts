import { expect } from 'chai';
import type { Letter } from '#/domain/ports/mail.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { openSmtp } from './smtp.ts';
import { startMailServer, type MailServer } from './testing/mail-server.ts';

const NOW = '2026-11-26T12:00:00.000Z';

const letter: Letter = {
  mailId: '3f0c0d3e-3f59-4a0c-9f0e-1f6f6a3b1c11',
  messageId: '3f0c0d3e-3f59-4a0c-9f0e-1f6f6a3b1c11.0123456789abcdef0123456789abcdef',
  to: 'ana@example.com',
  subject: 'Novo acesso à sua conta\r\nBcc: outra@example.com',
  html: '<p>Olá</p>',
  text: 'Olá',
  language: 'pt-BR',
  deadline: addSeconds(NOW, 60),
};

describe('A mail server, by SMTP', () => {
  let server: MailServer;

  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.close());

  const openAt = (url: string, now = NOW) =>
    openSmtp({ url, from: 'Razão <contas@razao.example>' }, { now: () => now });

  const send = async (url = server.url, now = NOW) => {
    const smtp = openAt(url, now);
    try {
      return await smtp.send(letter);
    } finally {
      await smtp.close();
    }
  };

  it('gets HTML and text, the recipient, our Message-ID, and no header that hides in the subject', async () => {
    expect(await send()).to.deep.equal({ kind: 'accepted' });
    const [mail] = server.mails;
    if (!mail) throw new Error('nothing came');
    expect([mail.html, mail.text?.trim()]).to.deep.equal([letter.html, letter.text]);
    expect(mail.messageId).to.equal(`<${letter.messageId}@razao.example>`);
    expect(mail.headers.get('auto-submitted')).to.equal('auto-generated');
    expect(mail.headers.get('content-language')).to.equal('pt-BR');
    const [to] = [mail.to].flat();
    expect(to?.value).to.deep.equal([{ name: '', address: letter.to }]);
    expect(mail.subject).to.include('Novo acesso à sua conta');
    expect(mail.headers.has('bcc')).to.equal(false);
  });

  it('refuses a mail for good with 5yz, and for now with 4yz', async () => {
    server.behave({ refuses: { code: 550, text: '5.1.1 no such user' } });
    expect(await send()).to.deep.include({ kind: 'refused', cause: 'smtp-550' });
    server.behave({ refuses: { code: 451, text: '4.7.1 try later' } });
    const answer = await send();
    expect(answer).to.deep.include({ kind: 'deferred', cause: 'smtp-451' });
    expect(answer.kind === 'deferred' && answer.text).to.include('try later');
    expect(server.mails).to.deep.equal([]);
  });

  it('gets a mail again later when it refused us as the sender, even in its answer to the recipient’s address', async () => {
    for (const [code, text] of [
      [554, '5.7.1 <ana@example.com>: Relay access denied'],
      [553, '5.1.8 <contas@razao.example>: Sender address rejected: Domain not found'],
      [530, 'Authentication required'],
    ] as const) {
      server.behave({ refuses: { code, text } });
      expect(await send(), text).to.deep.include({ kind: 'deferred', cause: `smtp-${code}` });
    }
  });

  it('may have accepted a mail after which it hung up without an answer', async () => {
    server.behave({ hangsUp: true });
    expect(await send()).to.include({ kind: 'deferred', cause: 'unanswered' });
    expect(server.mails).to.have.length(1);
  });

  it('is tried again when it cannot be reached', async () => {
    await server.close();
    expect(await send()).to.include({ kind: 'deferred', cause: 'unanswered' });
    server = await startMailServer();
  });

  it('gets nothing after the deadline', async () => {
    const late = addSeconds(letter.deadline, 1);
    expect(await send(server.url, late)).to.include({ kind: 'deferred', cause: 'too-late' });
    expect(server.mails).to.deep.equal([]);
  });

  it('is disconnected at the deadline when it has not answered, and gets the next mail', async () => {
    let now = addSeconds(letter.deadline, -1);
    const smtp = openSmtp({ url: server.url, from: 'contas@razao.example' }, { now: () => now });
    server.behave({ isSilent: true });
    expect(await smtp.send(letter)).to.include({ kind: 'deferred', cause: 'unanswered' });
    await eventually(() => server.connections() === 0 || undefined, 'the connection is closed');
    server.behave({});
    now = NOW;
    expect(await smtp.send(letter)).to.deep.equal({ kind: 'accepted' });
    await smtp.close();
  });

  it('gets no password before the connection is encrypted, unless it is on this machine', async () => {
    const { port } = new URL(server.url);
    // 0.0.0.0 leads to this machine, but is not a loopback name.
    const elsewhere = `smtp://user:secret@0.0.0.0:${port}`;
    expect(await send(elsewhere)).to.include({ kind: 'deferred' });
    expect([server.mails, server.passwords]).to.deep.equal([[], []]);
    expect(await send(`smtp://user:secret@127.0.0.1:${port}`)).to.deep.equal({ kind: 'accepted' });
    expect(server.passwords).to.deep.equal(['secret']);
  });
});
