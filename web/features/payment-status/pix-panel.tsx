import { Clock, QrCode as QrIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { CodeBox } from './code-box.tsx';
import { CopyButton } from './copy-button.tsx';
import { countdown, milestoneOf } from './countdown.ts';
import { usePaymentPage } from './payment-context.ts';
import { QrCode } from '#/web/ui/qr-code.tsx';
import { useTexts } from './texts.ts';

const TimeLeft = ({ expiresAt, now }: { readonly expiresAt: string; readonly now: number }) => {
  const texts = useTexts();
  const { secondsLeft, text } = countdown(expiresAt, now);
  const milestone = milestoneOf(secondsLeft);
  const announced = { none: '', 'five-minutes': texts.fiveMinutes, 'one-minute': texts.oneMinute };
  return (
    <>
      <p
        role="timer"
        aria-live="off"
        className={`flex items-center justify-center gap-1.5 text-sm ${milestone === 'none' ? 'text-ink-muted' : 'font-medium text-warning'}`}
      >
        <Clock aria-hidden className="size-4" />
        {texts.expiresIn} <strong className="tabular-nums">{text}</strong>
      </p>
      <p role="status" className="sr-only">
        {announced[milestone]}
      </p>
    </>
  );
};

const Steps = () => {
  const texts = useTexts();
  return (
    <section aria-labelledby="steps" className="border-t border-line pt-5 print:hidden">
      <h2 id="steps" className="mb-3 font-semibold">
        {texts.steps}
      </h2>
      <ol className="grid list-decimal gap-2 pl-5 text-ink-muted marker:font-semibold marker:text-ink">
        {texts.pixSteps.map((step) => (
          <li key={step} className="pl-1.5">
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
};

/** On phones the code comes first, on wide screens the QR code. */
export const PixPanel = ({ code, now }: { readonly code: string; readonly now: number }) => {
  const texts = useTexts();
  const { payment, money } = usePaymentPage();
  const source = useRef<HTMLTextAreaElement>(null);
  const [isQrShown, setQrShown] = useState(false);
  return (
    <div className="grid gap-4">
      <CopyButton label={texts.copyPix} text={code} source={source} />
      {payment.expiresAt !== null && <TimeLeft expiresAt={payment.expiresAt} now={now} />}
      <CodeBox id="code" label={texts.pixCode} text={code} source={source} />
      <button
        type="button"
        aria-expanded={isQrShown}
        aria-controls="qr"
        onClick={() => setQrShown(!isQrShown)}
        className="button button-quiet w-full md:hidden print:hidden"
      >
        <QrIcon aria-hidden className="size-5" />
        {isQrShown ? texts.hideQr : texts.showQr}
      </button>
      <div
        id="qr"
        className={`justify-center md:order-first ${isQrShown ? 'flex' : 'hidden md:flex print:flex'}`}
      >
        <QrCode text={code} label={texts.qrLabel(money(payment.amount))} />
      </div>
      <Steps />
    </div>
  );
};
