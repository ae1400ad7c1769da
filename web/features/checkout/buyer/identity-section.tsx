import { useFormContext, useWatch } from 'react-hook-form';
import { useLanguage } from '#/web/lib/i18n.ts';
import { needsDocumentAndPhone } from './buyer-form.ts';
import type { BuyerForm } from './buyer-form.ts';
import { useCheckout } from '#/web/features/checkout/checkout-context.ts';
import { emailSuggestion } from './email-suggestion.ts';
import { TextField } from '#/web/features/checkout/field.tsx';
import { masks } from './masks.ts';
import { Section } from '#/web/features/checkout/section.tsx';
import { useTexts } from '#/web/features/checkout/texts.ts';

const EmailSuggestion = () => {
  const texts = useTexts();
  const { control, setValue } = useFormContext<BuyerForm>();
  const suggestion = emailSuggestion(useWatch({ control, name: 'email' }));
  if (suggestion === undefined) return undefined;
  const accept = () => setValue('email', suggestion, { shouldValidate: true });
  return (
    <p className="mt-1 text-sm text-ink-muted">
      {texts.didYouMean}{' '}
      <button
        type="button"
        onClick={accept}
        className="min-h-11 font-semibold text-primary-ink underline underline-offset-2"
      >
        {suggestion}
      </button>
      ?
    </p>
  );
};

/** Document and phone are asked for if needed. */
export const IdentitySection = () => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  const asksDocumentAndPhone = needsDocumentAndPhone(checkout, useLanguage());
  return (
    <Section id="identity" title={texts.identity}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="name"
          label={texts.name}
          autoComplete="name"
          autoCapitalize="words"
          required
          className="sm:col-span-2"
        />
        <div className="sm:col-span-2">
          <TextField
            name="email"
            label={texts.email}
            hint={texts.identityHint}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <EmailSuggestion />
        </div>
        {asksDocumentAndPhone && (
          <>
            <TextField
              name="cpf"
              label={texts.cpf}
              mask={masks.cpf}
              inputMode="numeric"
              autoComplete="off"
              placeholder="000.000.000-00"
              required
            />
            <TextField
              name="phone"
              label={texts.phone}
              mask={masks.phone}
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              placeholder="(00) 00000-0000"
              required
            />
          </>
        )}
      </div>
    </Section>
  );
};
