import { expect } from 'chai';
import { secondFactorChanges } from '#/domain/access/events.ts';
import { mailLanguages } from '#/domain/mail/events.ts';
import type { OpenedContent } from '#/domain/ports/mail.ts';
import { cents } from '#/domain/values/money.ts';
import { renderMail } from './render.ts';
import { write } from './blocks.ts';

const at = '2026-11-26T12:05:00.000Z';
const ip = '203.0.113.7';
const sharedFacts = { ip, blockUrl: 'https://razao.example/block-access#mail.proof' };
const content = { template: 'new-device', signedInAt: at, ...sharedFacts } as const;
const changes = secondFactorChanges.map(
  (change) => ({ template: 'second-factor', change, changedAt: at, ...sharedFacts }) as const,
);
const notices = [
  content,
  { template: 'new-password', changedAt: at, ...sharedFacts } as const,
  { template: 'new-password', by: 'SESSION', changedAt: at, ...sharedFacts } as const,
  { template: 'new-email', changedAt: at, ...sharedFacts } as const,
  { template: 'new-destination', declaredAt: at, ...sharedFacts } as const,
  { template: 'suspended-destination', suspendedAt: at, ...sharedFacts } as const,
  ...changes,
];

const letters = (
  ['recovery', 'invitation', 'registration', 'seller-invitation', 'confirm-new-email'] as const
).map((template) => ({ template, url: 'https://razao.example/welcome#a.b' }) as const);

describe('The words of a mail', () => {
  it('say the same in HTML and in plain text, in both languages', () => {
    for (const language of mailLanguages) {
      for (const notice of notices) {
        const { subject, html, text } = renderMail(notice, language);
        expect(html).to.include(`<html lang="${language}">`);
        for (const fact of [subject, ip, sharedFacts.blockUrl]) {
          expect(html).to.include(fact);
          expect(text).to.include(fact);
        }
      }
    }
  });

  it('say that withdrawals are paused for 24 hours, where they are', () => {
    const rest = {
      'pt-BR': 'saques ficam parados por 24 horas',
      en: 'withdrawals rest for 24 hours',
    };
    const pausesWithdrawals = (notice: (typeof notices)[number]): boolean =>
      notice.template === 'second-factor'
        ? ['ON', 'OFF', 'RESET'].includes(notice.change)
        : ['new-password', 'new-email', 'new-destination'].includes(notice.template);
    for (const language of mailLanguages)
      for (const notice of notices) {
        const { html, text } = renderMail(notice, language);
        for (const body of [html, text.replaceAll(/\s+/g, ' ')]) {
          // Each notice also says that a block of the access pauses withdrawals: one mention more.
          const mentions = body.split(rest[language]).length - 1;
          const name = JSON.stringify(notice);
          expect(mentions, name).to.equal(pausesWithdrawals(notice) ? 2 : 1);
        }
      }
  });

  it('give a link the same in HTML and in plain text, and another subject in each language', () => {
    const { blockUrl } = sharedFacts;
    const former = { template: 'confirm-former-email', blockUrl } as const;
    for (const letter of [...letters, { ...former, url: letters[0]?.url ?? '' }]) {
      const mails = mailLanguages.map((language) => renderMail(letter, language));
      for (const { html, text } of mails) {
        const links =
          letter.template === 'confirm-former-email' ? [letter.url, blockUrl] : [letter.url];
        for (const link of links) {
          expect(html, letter.template).to.include(`href="${link}"`);
          expect(text, letter.template).to.include(link);
        }
      }
      expect(new Set(mails.map(({ subject }) => subject)).size).to.equal(mailLanguages.length);
    }
  });

  it('of a test mail are there in both languages', () => {
    const mails = mailLanguages.map((language) => renderMail({ template: 'test' }, language));
    expect(new Set(mails.map(({ subject }) => subject)).size).to.equal(mailLanguages.length);
    for (const { subject, html } of mails) expect(html).to.include(subject);
  });

  it('state the time of Brazil, and no network address once it was erased', () => {
    for (const notice of notices) {
      const { text } = renderMail({ ...notice, ip: null }, 'pt-BR');
      expect(text).to.include('26 de novembro de 2026 às 09:05');
      expect(text).to.not.include('Endereço');
    }
  });

  it('of a notice about a withdrawal or document have its facts, and say that it can be switched off', () => {
    const withdrawal = { template: 'withdrawal', happenedAt: at } as const;
    const money = { amount: cents(1_234_56), currency: 'BRL' } as const;
    const reason = 'A foto está cortada';
    const rejected = { template: 'document-rejected', reason, rejectedAt: at } as const;
    const textOf = (opened: OpenedContent) => renderMail(opened, 'pt-BR').text;
    expect(textOf({ ...withdrawal, ...money, outcome: 'PAID' })).to.include('1.234,56');
    expect(textOf({ ...withdrawal, ...money, outcome: 'RETURNED' })).to.include('devolveu');
    expect(textOf({ ...withdrawal, reason, outcome: 'REFUSED' }))
      .to.include(reason)
      .and.not.include('Valor');
    expect(textOf({ ...rejected, document: 'addressProof' }))
      .to.include('Comprovante de endereço')
      .and.include(reason)
      .and.include('podem ser desligados');
  });

  it('hold no markup from the texts that others wrote', () => {
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
