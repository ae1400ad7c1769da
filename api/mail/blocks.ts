import { createElement as element, type CSSProperties, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailLanguage } from '#/domain/mail/events.ts';
import type { MailText } from '#/domain/ports/mail.ts';

/** A part of a mail, in HTML and in plain text. */
export type Block =
  | { readonly kind: 'paragraph' | 'note'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'link'; readonly text: string; readonly url: string };

/** A mail before it is written in HTML and in plain text. */
export interface Draft {
  readonly subject: string;
  readonly blocks: readonly Block[];
}

const INK = '#12211f';
const QUIET = '#5a6b68';
const TEAL = '#0f766e';

/** Mail programs know hardly any CSS, so each element states its own. */
export const styles = {
  page: { margin: 0, padding: '24px 12px', background: '#f4f7f6' },
  card: {
    maxWidth: '560px',
    margin: '0 auto',
    padding: '28px 24px',
    background: '#ffffff',
    borderRadius: '12px',
    color: INK,
    font: '16px/1.5 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  },
  title: { margin: '0 0 16px', fontSize: '20px', lineHeight: 1.3 },
  paragraph: { margin: '0 0 16px' },
  note: { margin: '16px 0 0', color: QUIET, fontSize: '14px' },
  label: { padding: '4px 16px 4px 0', color: QUIET, textAlign: 'left', fontWeight: 400 },
  value: { padding: '4px 0', fontWeight: 600 },
  table: { margin: '0 0 16px', borderCollapse: 'collapse' },
  button: {
    display: 'inline-block',
    padding: '12px 20px',
    borderRadius: '8px',
    background: TEAL,
    color: '#ffffff',
    textDecoration: 'none',
    fontWeight: 600,
  },
} as const satisfies Readonly<Record<string, CSSProperties>>;

const drawFactRow = ([label, value]: readonly [string, string]): ReactElement =>
  element(
    'tr',
    { key: label },
    element('th', { scope: 'row', style: styles.label }, label),
    element('td', { style: styles.value }, value),
  );

const htmlOf = (block: Block, key: number): ReactElement => {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return element('p', { key, style: styles[block.kind] }, block.text);
    case 'facts':
      return element(
        'table',
        { key, style: styles.table },
        element('tbody', null, block.rows.map(drawFactRow)),
      );
    case 'link': {
      const button = element('a', { href: block.url, style: styles.button }, block.text);
      return element('p', { key, style: styles.paragraph }, button);
    }
  }
};

const textOf = (block: Block): string => {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text;
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'link':
      return `${block.text}: ${block.url}`;
  }
};

/** Prints an HTML page. */
export const page = (content: {
  readonly title: string;
  readonly language: MailLanguage;
  readonly body: readonly ReactElement[];
}): string => {
  const { title, language, body } = content;
  const head = [
    element('meta', { key: 'charset', charSet: 'utf-8' }),
    element('meta', { key: 'viewport', name: 'viewport', content: 'width=device-width' }),
    element('title', { key: 'title' }, title),
  ];
  const heading = element('h1', { style: styles.title }, title);
  const document = element(
    'html',
    { lang: language },
    element('head', null, head),
    element(
      'body',
      { style: styles.page },
      element('div', { style: styles.card, role: 'main' }, heading, body),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
};

/** Writes a mail in HTML and in plain text. */
export const write = ({ subject, blocks }: Draft, language: MailLanguage): MailText => ({
  subject,
  html: page({ title: subject, language, body: blocks.map(htmlOf) }),
  text: `${[subject, ...blocks.map(textOf)].join('\n\n')}\n`,
});
