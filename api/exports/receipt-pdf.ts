import Pdf from 'pdfkit';
import type { WithdrawalReceipt } from '#/api/contract/paid-withdrawals.ts';
import type { Language } from '#/api/http/problem.ts';
import { dayOf } from '#/domain/values/time.ts';
import { receipt as english } from '#/web/i18n/en/payouts/receipt.ts';
import { receipt as portuguese, type ReceiptTexts } from '#/web/i18n/pt-br/payouts/receipt.ts';
import { csvIn } from './csv.ts';
import { screenTexts } from './texts.ts';

/** The texts of the receipt's page, so that page and file say the same. */
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

/** Returns the text as the fonts can show it: other letters lose their accents, or become a question mark. */
const shownText = (text: string): string =>
  Array.from(text.normalize('NFC').replaceAll(/\s+/gu, ' '), (character) => {
    if (isShown(character)) return character;
    const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return isShown(plain) ? plain : '?';
  }).join('');

type Line = readonly [name: string, value: string];

const linesOf = (receipt: WithdrawalReceipt, language: Language): readonly Line[] => {
  const labels = texts[language];
  const { keyType } = screenTexts[language].finance;
  const format = csvIn[language];
  const money = moneyIn(language);
  const moment = (at: string): string => `${format.dayOf(at)} ${format.timeOf(at)}`;
  return [
    [labels.amount, money(receipt.amount)],
    [labels.fee, money(receipt.fee)],
    [labels.payee, receipt.payeeName ?? labels.erased],
    [labels.document, receipt.payeeDocument ?? labels.erased],
    [labels.key, `${keyType[receipt.pixType]} ${receipt.pixKey ?? labels.erased}`],
    [labels.endToEnd, receipt.endToEndId ?? labels.none],
    [labels.requestedAt, moment(receipt.requestedAt)],
    [labels.paidAt, moment(receipt.paidAt)],
    [labels.id, receipt.withdrawalId],
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
  labels: ReceiptTexts,
): void => {
  page.x = MARGIN;
  page.moveDown();
  if (signed === null) {
    page.fillColor(MUTED).text(shownText(labels.unsigned));
    return;
  }
  page.font('Helvetica-Bold').fontSize(12).fillColor(INK).text(labels.signature).moveDown(0.3);
  page.font('Helvetica').fontSize(9).fillColor(MUTED).text(shownText(labels.signatureText));
  const parts: readonly Line[] = [
    [labels.statement, signed.statement],
    [labels.publicKey, signed.keyId],
    [labels.signed, signed.signature],
  ];
  for (const [name, value] of parts) {
    page.moveDown(0.6).font('Helvetica').fontSize(9).fillColor(MUTED).text(shownText(name));
    page.font('Courier').fontSize(8).fillColor(INK).text(value);
  }
};

/** Writes a receipt as a PDF. Its bytes are the same at any time, because its date is that of the payment. */
export const writeReceipt = async (
  receipt: WithdrawalReceipt,
  language: Language,
): Promise<Buffer> => {
  const labels = texts[language];
  const page = new Pdf({
    size: 'A4',
    margin: MARGIN,
    lang: LOCALES[language],
    displayTitle: true,
    info: {
      Title: `${labels.title} ${receipt.withdrawalId}`,
      Author: receipt.platformName,
      CreationDate: new Date(receipt.paidAt),
    },
  });
  page.font('Helvetica-Bold').fontSize(18).fillColor(INK).text(labels.title);
  const issuer = shownText(labels.note(receipt.platformName));
  page.font('Helvetica').fontSize(10).fillColor(MUTED).text(issuer).moveDown();
  page.text(labels.paidOut);
  const paid = shownText(moneyIn(language)(receipt.net));
  page.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(paid).moveDown();
  for (const line of linesOf(receipt, language)) writeLine(page, line);
  if (receipt.hasOtherHolder)
    page.fillColor(INK).text(shownText(labels.otherHolder), MARGIN).moveDown();
  page.fontSize(8).fillColor(MUTED).text(shownText(labels.times), MARGIN);
  writeSignature(page, receipt.signed, labels);
  page.end();
  return Buffer.concat(await Array.fromAsync(page));
};

/** Returns the name of a receipt's file: `comprovante-de-saque-2026-11-30-<id>.pdf`. */
export const receiptFileName = (
  { paidAt, withdrawalId }: Pick<WithdrawalReceipt, 'paidAt' | 'withdrawalId'>,
  language: Language,
): string => `${texts[language].file}-${dayOf(paidAt)}-${withdrawalId}.pdf`;
