import type { ReactNode } from 'react';
import type { ExamplePayout, ExampleSale } from '#/api/contract/platform-settings.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import type { Examples } from './terms-queries.ts';
import { useTermsTexts } from './terms-texts.ts';

interface ExampleEffectsProps {
  readonly now: Examples;
  /** The examples with the saved terms; undefined until they are read. */
  readonly before: Examples | undefined;
}

/** Until when a buyer can pay the example sale, and what its seller can withdraw. */
export const ExampleEffects = ({ now, before }: ExampleEffectsProps) => (
  <div className="text-xs">
    <TimesToPay now={now} before={before} />
    <Payout now={now.payout} before={before?.payout} />
  </div>
);

/** The text with the form's terms; below it the text with the saved terms, where that differs. */
const Compared = ({ now, before }: { readonly now: string; readonly before?: string }) => {
  const { example } = useTermsTexts();
  const isChanged = before !== undefined && before !== now;
  return (
    <>
      <span className={isChanged ? 'font-semibold' : ''}>{now}</span>
      {isChanged && <span className="block text-ink-muted">{example.before(before)}</span>}
    </>
  );
};

/**
 * How long a buyer has to pay, in milliseconds; for a boleto the due day; null if neither is given. Instants cannot be compared: the two
 * examples were computed at different times.
 */
const spanOf = ({ at }: Examples, { expiresAt, dueOn }: ExampleSale): string | number | null =>
  expiresAt === null ? dueOn : Date.parse(expiresAt) - Date.parse(at);

const TimesToPay = ({ now, before }: ExampleEffectsProps) => {
  const { example, methods } = useTermsTexts();
  const { dateTime, day } = useFormats();
  const timeOf = ({ expiresAt, dueOn }: ExampleSale): string | undefined => {
    if (dueOn !== null) return day(dueOn);
    return expiresAt === null ? undefined : dateTime(expiresAt);
  };
  return (
    <KeyValues title={example.payUntil}>
      {now.examples.map((sale): ReactNode => {
        const time = timeOf(sale);
        const saved = before?.examples.find(({ method }) => method === sale.method);
        const isChanged = before && saved && spanOf(before, saved) !== spanOf(now, sale);
        const savedTime = isChanged ? timeOf(saved) : undefined;
        return (
          time !== undefined && (
            <KeyValue key={sale.method} name={methods[sale.method]}>
              <Compared now={time} {...(savedTime !== undefined && { before: savedTime })} />
            </KeyValue>
          )
        );
      })}
    </KeyValues>
  );
};

interface PayoutProps {
  readonly now: ExamplePayout;
  readonly before: ExamplePayout | undefined;
}

const Payout = ({ now, before }: PayoutProps) => {
  const { example } = useTermsTexts();
  const { money } = useFormats();
  const line = (name: string, textOf: (payout: ExamplePayout) => string): ReactNode => (
    <KeyValue name={name}>
      <Compared now={textOf(now)} {...(before && { before: textOf(before) })} />
    </KeyValue>
  );
  return (
    <KeyValues title={example.payout(money(now.available))}>
      {line(example.amountAtOnce, ({ amount }) => (amount === 0 ? example.nothing : money(amount)))}
      {now.amount > 0 && (
        <>
          {line(example.received, ({ received }) => money(received))}
          {line(example.amountPerDay, ({ amountPerDay }) => money(amountPerDay))}
          {line(example.approval, ({ people }) => example.people(people))}
          {line(example.approvalIfNew, ({ peopleIfNew }) => example.people(peopleIfNew))}
        </>
      )}
    </KeyValues>
  );
};
