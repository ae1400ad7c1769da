import { ExternalLink, Printer } from 'lucide-react';
import { useRef } from 'react';
import { barcodePath } from '#/domain/brazil/interleaved-2-of-5.ts';
import { formatDay } from '#/web/lib/format.ts';
import { boletoBarcode, boletoLineGroups } from './boleto-line.ts';
import { CodeBox } from './code-box.tsx';
import { CopyButton } from './copy-button.tsx';
import { usePaymentPage } from './payment-context.ts';
import { useTexts } from './texts.ts';

const Barcode = ({ line }: { readonly line: string }) => {
  const texts = useTexts();
  const digits = boletoBarcode(line);
  if (digits === undefined) return undefined;
  const { path, width } = barcodePath(digits);
  return (
    <div className="bg-white">
      <svg
        role="img"
        aria-label={texts.barcodeLabel}
        viewBox={`0 0 ${width} 1`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        className="h-16 w-full"
      >
        <path d={path} fill="#000" />
      </svg>
      <p className="mt-2 text-center font-mono text-xs tracking-wide break-words tabular-nums">
        {digits.replace(/.{11}(?=.)/g, '$& ')}
      </p>
    </div>
  );
};

/** Due date, digitable line, barcode, and a print button. */
export const BoletoPanel = ({ line }: { readonly line: string }) => {
  const texts = useTexts();
  const { payment, language } = usePaymentPage();
  const source = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="grid gap-5">
      {payment.dueOn !== null && (
        <p className="flex items-baseline justify-between border-y border-line py-3">
          <span className="text-ink-muted">{texts.dueOn}</span>
          <strong className="text-lg tabular-nums">{formatDay(payment.dueOn, language)}</strong>
        </p>
      )}
      <CodeBox
        id="code"
        label={texts.boletoLine}
        text={boletoLineGroups(line)}
        isGrouped
        source={source}
      />
      <CopyButton label={texts.copyBoleto} text={line} source={source} />
      <div className="grid gap-3 sm:grid-cols-2 print:hidden">
        {payment.billetUrl !== null && (
          <a
            href={payment.billetUrl}
            target="_blank"
            rel="noreferrer"
            className="button button-quiet"
          >
            <ExternalLink aria-hidden className="size-5" />
            {texts.openBoleto}
          </a>
        )}
        <button type="button" onClick={() => print()} className="button button-quiet">
          <Printer aria-hidden className="size-5" />
          {texts.print}
        </button>
      </div>
      <Barcode line={line} />
      <p className="border-t border-line pt-4 text-sm text-ink-muted">{texts.boletoText}</p>
    </div>
  );
};
