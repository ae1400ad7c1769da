import Pdf from 'pdfkit';
import type { WithdrawalReceipt } from '#/api/contract/paid-withdrawals.ts';
import type { Language } from '#/api/http/problem.ts';
import { dayOf } from '#/domain/values/time.ts';
import { receipt as english } from '#/web/i18n/en/payouts/receipt.ts';
import { receipt as portuguese, type ReceiptTexts } from '#/web/i18n/pt-br/payouts/receipt.ts';
import { csvIn } from './csv.ts';
import { screenTexts } from './texts.ts';

/** The page's words, so that page and file say the same. */
const texts: Readonly<Record<Language, ReceiptTexts>> = { pt: portuguese, en: english };

const LOCALES = { pt: 'pt-BR', en: 'en-US' } as const;

const MARGIN = 56;
const LABEL_WIDTH = 150;
const MUTED = '#5b6770';
const INK = '#16202a';

/** What the standard fonts of PDF can show beyond Latin-1 (Windows-1252). */
const BEYOND_LATIN = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

const isShown = (character: string): boolean =>
  /^[ -~\u00a1-\u00ff]$/u.test(character) || BEYOND_LATIN.includes(character);

/** Letters that the fonts lack lose their accents, or become a question mark. */
const shownText = (text: string): string =>
  Array.from(text.normalize('NFC').replaceAll(/\s+/gu, ' '), (character) => {
    if (isShown(character)) return character;
    const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return isShown(plain) ? plain : '?';
  }).join('');

type Line = readonly [name: string, value: string];

const linesOf = (receipt: WithdrawalReceipt, language: Language): readonly Line[] => {
  const own = texts[language];
  const { keyType } = screenTexts[language].finance;
  const format = csvIn[language];
  const money = moneyIn(language);
  const moment = (at: string): string => `${format.dayOf(at)} ${format.timeOf(at)}`;
  return [
    [own.amount, money(receipt.amount)],
    [own.fee, money(receipt.fee)],
    [own.payee, receipt.payeeName ?? own.erased],
    [own.document, receipt.payeeDocument ?? own.erased],
    [own.key, `${keyType[receipt.pixType]} ${receipt.pixKey ?? own.erased}`],
    [own.endToEnd, receipt.endToEndId ?? own.none],
    [own.requestedAt, moment(receipt.requestedAt)],
    [own.paidAt, moment(receipt.paidAt)],
    [own.id, receipt.withdrawalId],
  ];
};

const moneyIn = (language: Language) => {
  const format = new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'BRL' });
  return (amount: number): string => format.format(amount / 100);
};

const writeLine = (page: PDFKit.PDFDocument, [name, value]: Line): void => {
  const top = page.y;
  page.font('Helvetica').fontSize(10).fillColor(MUTED);
  page.text(shownText(name), MARGIN, top, { width: LABEL_WIDTH });
  const below = page.y;
  page.fillColor(INK).text(shownText(value), MARGIN + LABEL_WIDTH, top);
  page.y = Math.max(below, page.y) + 6;
};

const writeSignature = (
  page: PDFKit.PDFDocument,
  signed: WithdrawalReceipt['signed'],
  own: ReceiptTexts,
): void => {
  page.x = MARGIN;
  page.moveDown();
  if (signed === null) {
    page.fillColor(MUTED).text(shownText(own.unsigned));
    return;
  }
  page.font('Helvetica-Bold').fontSize(12).fillColor(INK).text(own.signature).moveDown(0.3);
  page.font('Helvetica').fontSize(9).fillColor(MUTED).text(shownText(own.signatureText));
  const parts: readonly Line[] = [
    [own.statement, signed.statement],
    [own.publicKey, signed.keyId],
    [own.signed, signed.signature],
  ];
  for (const [name, value] of parts) {
    page.moveDown(0.6).font('Helvetica').fontSize(9).fillColor(MUTED).text(shownText(name));
    page.font('Courier').fontSize(8).fillColor(INK).text(value);
  }
};

/** A receipt has the same bytes whenever it is taken: its date is that of the payment. */
export const writeReceipt = async (
  receipt: WithdrawalReceipt,
  language: Language,
): Promise<Buffer> => {
  const own = texts[language];
  const page = new Pdf({
    size: 'A4',
    margin: MARGIN,
    lang: LOCALES[language],
    displayTitle: true,
    info: {
      Title: `${own.title} ${receipt.withdrawalId}`,
      Author: receipt.platformName,
      CreationDate: new Date(receipt.paidAt),
    },
  });
  page.font('Helvetica-Bold').fontSize(18).fillColor(INK).text(own.title);
  const issuer = shownText(own.note(receipt.platformName));
  page.font('Helvetica').fontSize(10).fillColor(MUTED).text(issuer).moveDown();
  page.text(own.paidOut);
  const paid = shownText(moneyIn(language)(receipt.net));
  page.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(paid).moveDown();
  for (const line of linesOf(receipt, language)) writeLine(page, line);
  if (receipt.hasOtherHolder)
    page.fillColor(INK).text(shownText(own.otherHolder), MARGIN).moveDown();
  page.fontSize(8).fillColor(MUTED).text(shownText(own.times), MARGIN);
  writeSignature(page, receipt.signed, own);
  page.end();
  return Buffer.concat(await Array.fromAsync(page));
};

/** `comprovante-de-saque-2026-11-30-<id>.pdf` */
export const receiptFileName = (
  { paidAt, withdrawalId }: Pick<WithdrawalReceipt, 'paidAt' | 'withdrawalId'>,
  language: Language,
): string => `${texts[language].file}-${dayOf(paidAt)}-${withdrawalId}.pdf`;
