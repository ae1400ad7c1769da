import { expect } from 'chai';
import { mailLanguages } from '#/domain/mail/events.ts';
import { renderMail } from './render.ts';
import { write } from './blocks.ts';

const content = {
  template: 'new-device',
  signedInAt: '2026-11-26T12:05:00.000Z',
  ip: '203.0.113.7',
} as const;

describe('The words of a mail', () => {
  it('say the same in HTML and in plain text, in both languages', () => {
    for (const language of mailLanguages) {
      const { subject, html, text } = renderMail(content, language);
      expect(html).to.include(`<html lang="${language}">`);
      for (const said of [subject, content.ip]) {
        expect(html).to.include(said);
        expect(text).to.include(said);
      }
    }
  });

  it('state the time of Brazil, and no network address once it was erased', () => {
    const { text } = renderMail({ ...content, ip: null }, 'pt-BR');
    expect(text).to.include('26 de novembro de 2026 às 09:05');
    expect(text).to.not.include('Endereço');
  });

  it('hold no markup of anyone else', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const { html, text } = write(
      {
        subject: evil,
        blocks: [
          { kind: 'paragraph', text: evil },
          { kind: 'facts', rows: [[evil, evil]] },
          { kind: 'link', text: evil, url: `https://razao.example/"${evil}` },
        ],
      },
      'en',
    );
    expect(html).to.not.include('<img');
    expect(text).to.include(evil);
  });
});
