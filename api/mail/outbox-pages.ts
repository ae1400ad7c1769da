import { Router } from 'express';
import { createElement as element, type ReactElement } from 'react';
import { Rejected } from '#/api/http/problem.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';
import { page, styles } from './blocks.ts';
import { momentIn } from './moment.ts';
import type { KeptLetter, Outbox } from './outbox.ts';

const texts = {
  'pt-BR': {
    title: 'E-mails desta demonstração',
    what: 'Nada sai daqui: estes e-mails teriam ido às pessoas, o mais novo primeiro.',
    empty: 'Ainda não há e-mails. O primeiro vem quando alguém entra em um navegador novo.',
    text: 'texto',
  },
  en: {
    title: 'E-mails of this demo',
    what: 'Nothing leaves this machine: these e-mails would have gone to people, the newest first.',
    empty: 'There are no e-mails yet. The first one comes when somebody signs in at a new browser.',
    text: 'text',
  },
} as const;

const drawItem = (
  { mailId, to, subject, keptAt }: KeptLetter,
  language: MailLanguage,
): ReactElement =>
  element(
    'li',
    { key: mailId, style: styles.paragraph },
    element('a', { href: `/outbox/${mailId}` }, subject),
    ' (',
    element('a', { href: `/outbox/${mailId}?as=text` }, texts[language].text),
    ')',
    element('div', { style: styles.label }, `${to} · ${momentIn(language, keptAt)}`),
  );

const list = (letters: readonly KeptLetter[], language: MailLanguage): string => {
  const { title, what, empty } = texts[language];
  const body = [
    element('p', { key: 'what', style: styles.paragraph }, letters.length > 0 ? what : empty),
    element(
      'ul',
      { key: 'all' },
      letters.map((letter) => drawItem(letter, language)),
    ),
  ];
  return page({ title, language, body });
};

/** `/outbox` lists a demo's mails, `/outbox/<id>` shows one. */
export const outboxPages = (outbox: Outbox): Router => {
  const router = Router();
  router.get('/outbox', async ({ url }, response) => {
    const isEnglish = new URL(url, 'http://here').searchParams.get('lang') === 'en';
    response.type('html').send(list(await outbox.list(), isEnglish ? 'en' : 'pt-BR'));
  });
  router.get('/outbox/:mailId', async ({ url, params }, response) => {
    const letter = (await outbox.list()).find(({ mailId }) => mailId === params.mailId);
    if (!letter) throw new Rejected('request/unknown-procedure');
    const isText = new URL(url, 'http://here').searchParams.get('as') === 'text';
    response.type(isText ? 'text' : 'html').send(isText ? letter.text : letter.html);
  });
  return router;
};
