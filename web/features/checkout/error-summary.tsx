import { useFormContext, useFormState } from 'react-hook-form';
import type { BuyerForm, FieldName } from './buyer-form.ts';
import { useTexts } from './texts.ts';

/** In the order of the page. */
const FIELDS = [
  'name',
  'email',
  'cpf',
  'phone',
  'cep',
  'street',
  'number',
  'district',
  'city',
  'state',
  'cardNumber',
  'cardName',
  'cardExpiration',
  'cardCvv',
] as const satisfies readonly FieldName[];

/** All that keeps a refused submit from going through, each a way to its field. */
export const ErrorSummary = () => {
  const texts = useTexts();
  const { setFocus } = useFormContext<BuyerForm>();
  const { errors, isSubmitted } = useFormState<BuyerForm>();
  const wrong = FIELDS.filter((name) => errors[name]);
  return (
    <div role="alert" aria-atomic="false" aria-relevant="additions">
      {isSubmitted && wrong.length > 0 && (
        <div className="appear mt-4 rounded-xl border border-negative/30 bg-negative-soft p-4 text-sm">
          <p className="font-semibold">{texts.checkFields(wrong.length)}</p>
          <ul className="mt-1">
            {wrong.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => setFocus(name)}
                  className="flex min-h-11 w-full flex-wrap items-center gap-x-1.5 text-left"
                >
                  <span className="font-medium underline underline-offset-2">{texts[name]}</span>
                  <span className="text-negative">{errors[name]?.message}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
};
