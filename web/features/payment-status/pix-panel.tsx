import { Clock, QrCode as QrIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { CodeBox } from './code-box.tsx';
import { CopyButton } from './copy-button.tsx';
import { countdown, milestone } from './countdown.ts';
import { usePaymentPage } from './payment-context.ts';
import { QrCode } from './qr-code.tsx';
import { useTexts } from './texts.ts';

const TimeLeft = ({ expiresAt, now }: { readonly expiresAt: string; readonly now: number }) => {
  const texts = useTexts();
  const { secondsLeft, text } = countdown(expiresAt, now);
  const announced = { none: '', 'five-minutes': texts.fiveMinutes, 'one-minute': texts.oneMinute };
  const isSoon = secondsLeft <= 300;
  return (
    <>
      <p
        role="timer"
        aria-live="off"
        className={`inline-flex items-center gap-2 rounded-full px-3.5 py-1.5 text-sm font-medium ${isSoon ? 'bg-negative-soft text-negative' : 'bg-sunken text-ink-muted'}`}
      >
        <Clock aria-hidden className="size-4" />
        {texts.expiresIn} <strong className="tabular-nums">{text}</strong>
      </p>
      <p role="status" className="sr-only">
        {announced[milestone(secondsLeft)]}
      </p>
    </>
  );
};

const Steps = () => {
  const texts = useTexts();
  return (
    <section aria-labelledby="steps" className="border-t border-line pt-5">
      <h2 id="steps" className="mb-3 font-semibold">
        {texts.steps}
      </h2>
      <ol className="grid gap-3">
        {texts.pixSteps.map((step, index) => (
          <li key={step} className="flex gap-3 text-ink-muted">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-primary-soft text-sm font-bold text-primary-ink"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
};

/** A PIX to be paid: on phones the code to copy comes first, elsewhere the QR code to point a phone at. */
export const PixPanel = ({ code, now }: { readonly code: string; readonly now: number }) => {
  const texts = useTexts();
  const { payment, money } = usePaymentPage();
  const source = useRef<HTMLTextAreaElement>(null);
  const [isQrShown, setQrShown] = useState(false);
  return (
    <div className="grid gap-5">
      <div className="flex justify-center">
        {payment.expiresAt !== null && <TimeLeft expiresAt={payment.expiresAt} now={now} />}
      </div>
      <div id="qr" className={`justify-center ${isQrShown ? 'flex' : 'hidden md:flex'}`}>
        <QrCode text={code} label={texts.qrLabel(money(payment.amount))} />
      </div>
      <CodeBox id="code" label={texts.pixCode} text={code} source={source} />
      <CopyButton label={texts.copyPix} text={code} source={source} />
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
      <Steps />
    </div>
  );
};
