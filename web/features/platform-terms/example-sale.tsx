import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ExampleSale as Sale, TermsWarning } from '#/api/contract/platform-settings.ts';
import { useDebounced } from '#/web/lib/use-debounced.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { Field } from '#/web/ui/fields/field.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';
import { ExampleEffects } from './example-effects.tsx';
import type { TermsDraft } from './terms-fields.ts';
import { examplesQuery, type TermsToPrice } from './terms-queries.ts';
import { useTermsTexts } from './terms-texts.ts';

/** The example is requested while the user types, but not at every key. */
const DEBOUNCE_MILLISECONDS = 300;

/** In cents. */
const INITIAL_PRICE = 100_00;

interface ExampleSaleProps {
  readonly saved: TermsDraft;
  readonly draft: TermsDraft;
  /** What the server needs to price sales by a draft; undefined if the draft has errors. */
  readonly priceExample: (draft: TermsDraft) => TermsToPrice | undefined;
  readonly className?: string | undefined;
}

/** Example sales with the form's terms, compared with the saved terms. */
export const ExampleSale = ({ saved, draft, priceExample, className }: ExampleSaleProps) => {
  const { example } = useTermsTexts();
  const headingId = useId();
  const [price, setPrice] = useState<number | null>(INITIAL_PRICE);
  const before = priceExample(saved);
  const now = priceExample(useDebounced(draft, DEBOUNCE_MILLISECONDS));
  const debouncedPrice = useDebounced(price, DEBOUNCE_MILLISECONDS);
  return (
    <section
      aria-labelledby={headingId}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line p-3 sm:p-4',
        className,
      )}
    >
      <div>
        <h2 id={headingId} className="text-base font-semibold">
          {example.title}
        </h2>
        <p className="text-xs text-ink-muted">{example.text}</p>
      </div>
      <Field label={example.price}>
        {(control) => <MoneyInput {...control} value={price} onValue={setPrice} />}
      </Field>
      {before && now && debouncedPrice ? (
        <Sales before={before} now={now} price={debouncedPrice} />
      ) : (
        <p role="status" className="text-ink-muted">
          {now ? example.pricePlease : example.unsound}
        </p>
      )}
    </section>
  );
};

interface SalesProps {
  readonly before: TermsToPrice;
  readonly now: TermsToPrice;
  readonly price: number;
}

const Sales = ({ before, now, price }: SalesProps) => {
  const { example } = useTermsTexts();
  const savedResult = useQuery(examplesQuery(before, price));
  const result = useQuery(examplesQuery(now, price));
  return (
    <Answer query={result} lines={8}>
      {(current) => (
        <>
          <Warnings warnings={current.warnings} />
          <ExampleEffects now={current} before={savedResult.data} />
          <ScrollArea label={example.list}>
            <table className="w-full text-xs tabular-nums">
              <thead>
                <tr className="border-b border-line text-left text-ink-muted">
                  <th scope="col" className="py-1.5 pr-2 font-medium">
                    {example.sale}
                  </th>
                  {[example.net, example.platform, example.amount].map((title) => (
                    <th key={title} scope="col" className="py-1.5 pl-2 text-right font-medium">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {current.examples.map((sale) => (
                  <SaleRow
                    key={`${sale.method} ${sale.installments}`}
                    sale={sale}
                    before={savedResult.data?.examples.find((other) => isSameKind(other, sale))}
                  />
                ))}
              </tbody>
            </table>
          </ScrollArea>
        </>
      )}
    </Answer>
  );
};

const isSameKind = (a: Sale, b: Sale): boolean =>
  a.method === b.method && a.installments === b.installments;

interface SaleRowProps {
  readonly sale: Sale;
  /** The sale with the saved terms; undefined if these lack the method or number of instalments. */
  readonly before: Sale | undefined;
}

const CELL = 'py-1.5 pl-2 text-right align-top whitespace-nowrap';

const SaleRow = ({ sale, before }: SaleRowProps) => {
  const { example, methods } = useTermsTexts();
  const { day, money } = useFormats();
  const { method, installments, installmentValue, firstOn, lastOn } = sale;
  const byCard =
    installments === 1
      ? example.atOnce
      : example.installments(installments, money(installmentValue));
  const platformShareOf = ({ interest, fee }: Sale): number => interest + fee;
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-1.5 pr-2 text-left font-medium">
        {method === 'CREDIT_CARD' ? byCard : methods[method]}
        <span className="block font-normal text-ink-muted">
          {firstOn === lastOn ? day(firstOn) : example.until(day(firstOn), day(lastOn))}
        </span>
      </th>
      <td className={CELL}>
        <Amount now={sale.net} before={before?.net} />
      </td>
      <td className={CELL}>
        <Amount now={platformShareOf(sale)} before={before && platformShareOf(before)} />
      </td>
      <td className={CELL}>
        <Amount now={sale.amount} before={before?.amount} />
      </td>
    </tr>
  );
};

const Amount = ({ now, before }: { readonly now: number; readonly before: number | undefined }) => {
  const { example } = useTermsTexts();
  const { money } = useFormats();
  const isChanged = before !== undefined && before !== now;
  return (
    <>
      <span className={isChanged ? 'font-semibold text-ink' : ''}>{money(now)}</span>
      {isChanged && <span className="block text-ink-muted">{example.before(money(before))}</span>}
    </>
  );
};

const Warnings = ({ warnings }: { readonly warnings: readonly TermsWarning[] }) => {
  const { example, methods } = useTermsTexts();
  const textOf = ({ code, method }: TermsWarning): string => {
    const text = example[code];
    return typeof text === 'string' ? text : text(method === null ? '' : methods[method]);
  };
  return (
    <div role="status" className="empty:hidden">
      {warnings.length > 0 && (
        <div className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
          <p className="font-medium">{example.warnings}</p>
          {warnings.map((warning) => (
            <p key={`${warning.code} ${warning.method}`}>{textOf(warning)}</p>
          ))}
        </div>
      )}
    </div>
  );
};
