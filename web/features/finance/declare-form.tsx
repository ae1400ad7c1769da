import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { formatDocument, kindOfDocument } from '#/domain/brazil/document.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm, type UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import {
  destinationErrors,
  destinationInput,
  emptyDestination,
  isKeyRefused,
  type DestinationError,
  type DestinationValues,
} from './destination-form.ts';
import { useDestinationTexts } from './destination-texts.ts';
import { ownDocumentQuery } from './finance-queries.ts';
import { PixKeyInput } from './pix-key-input.tsx';

interface DeclareFormProps {
  /** Called when the key was approved at once. */
  readonly onApproved: () => void;
  /** Called when staff must approve the key. */
  readonly onWaits: () => void;
  /** Beside the submit button. */
  readonly actions?: ReactNode;
}

type Declared = OutputOf<'seller.declareDestination'>;

/** Declares a PIX key: the seller's own CPF or CNPJ with one press, or any key by a form. */
export const DeclareForm = ({ actions, onApproved, onWaits }: DeclareFormProps) => {
  const ownDocument = useQuery(ownDocumentQuery).data?.document ?? null;
  const onDone = ({ status }: Declared): void => (status === 'APPROVED' ? onApproved() : onWaits());
  return (
    <div className="grid gap-5">
      {ownDocument !== null && <OwnDocument document={ownDocument} onDone={onDone} />}
      <AnyKey own={ownDocument} onDone={onDone} actions={actions} />
    </div>
  );
};

interface OwnDocumentProps {
  readonly document: string;
  readonly onDone: (declared: Declared) => void;
}

const OwnDocument = ({ document, onDone }: OwnDocumentProps) => {
  const { form } = useDestinationTexts();
  const language = useLanguage();
  const write = useWrite('seller.declareDestination');
  const kind = kindOfDocument(document);
  return (
    <div className="grid gap-1.5">
      <Button
        kind="primary"
        pending={write.isPending}
        onClick={() => write.mutate({ pixKey: document }, { onSuccess: onDone })}
      >
        {form.ownKey[kind]}
      </Button>
      <p className="text-xs text-ink-faint">{form.ownKeyText(formatDocument(document))}</p>
      <div role="alert" className="text-negative empty:hidden">
        {write.error && failureText(write.error, language)}
      </div>
    </div>
  );
};

interface AnyKeyProps {
  readonly own: string | null;
  readonly onDone: (declared: Declared) => void;
  readonly actions: ReactNode;
}

const AnyKey = ({ own, onDone, actions }: AnyKeyProps) => {
  const texts = useDestinationTexts();
  const language = useLanguage();
  const write = useWrite('seller.declareDestination');
  const form = useCheckedForm<DestinationValues, DestinationError | 'refused'>({
    defaultValues: emptyDestination,
    errorsIn: (values) => destinationErrors(values, own),
    errorTexts: {
      ...texts.errors,
      refused: write.error ? failureText(write.error, language) : '',
    },
  });
  const declare = (values: DestinationValues) =>
    write.mutate(destinationInput(values), {
      onSuccess: onDone,
      onError: (failure) => {
        if (isKeyRefused(failure)) form.setError('pixKey', { type: 'refused' });
      },
    });
  return (
    <CheckedForm
      form={form}
      onValid={declare}
      write={write}
      failure={isKeyRefused(write.error) ? '' : undefined}
      kind={own === null ? 'primary' : 'secondary'}
      submitLabel={texts.form.submit}
      actions={actions}
    >
      {own !== null && <p className="text-sm font-semibold">{texts.form.or}</p>}
      <FormField form={form} name="pixKey" label={texts.form.key} hint={texts.form.keyHint}>
        {(control) => <PixKeyInput {...control} />}
      </FormField>
      <OtherHolder form={form} />
    </CheckedForm>
  );
};

const OtherHolder = ({ form }: { readonly form: UseCheckedFormReturn<DestinationValues> }) => {
  const texts = useDestinationTexts();
  const id = useId();
  const isOther = form.watch('isOther');
  return (
    <>
      <div className="relative flex min-h-control items-start gap-3 py-1.5">
        <input
          id={id}
          type="checkbox"
          checked={isOther}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => form.setValue('isOther', target.checked)}
          className="relative z-10 mt-0.5 size-4 shrink-0 accent-accent"
        />
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium after:absolute after:inset-0">
            {texts.form.isOther}
          </label>
          <p id={`${id}-note`} className="text-xs text-ink-muted">
            {texts.form.isOtherText}
          </p>
        </div>
      </div>
      {isOther && (
        <>
          <FormField form={form} name="holderName" label={texts.form.name}>
            {(control) => <TextInput {...control} autoComplete="off" maxLength={120} />}
          </FormField>
          <FormField form={form} name="holderDocument" label={texts.form.document}>
            {(control) => <TextInput {...control} autoComplete="off" maxLength={18} />}
          </FormField>
        </>
      )}
    </>
  );
};

/** Says that staff must approve the key first. */
export const DeclaredWaits = ({ onDone }: { readonly onDone: () => void }) => {
  const { form } = useDestinationTexts();
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
        <p className="font-medium">{form.waitingTitle}</p>
        <p>{form.waitingText}</p>
      </div>
      <Button kind="primary" onClick={onDone}>
        {form.understood}
      </Button>
    </div>
  );
};
