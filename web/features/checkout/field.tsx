import { useMaskito } from '@maskito/react';
import type { MaskitoOptions } from '@maskito/core';
import { CircleAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { BuyerForm, FieldName } from './buyer/buyer-form.ts';
import { useCheckout } from './checkout-context.ts';
import { fitToField, isTooLong, limits } from './buyer/masks.ts';
import { useTexts } from './texts.ts';

export type TextFieldName = Exclude<FieldName, 'orderBumpsIds' | 'paymentMethod'>;

export const FieldError = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <p id={id} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-negative">
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {text}
  </p>
);

/** A field's error message, and the ARIA attributes that link the field to its message or hint. */
export const useFieldError = (name: FieldName, hint?: ReactNode) => {
  const { errors } = useFormState<BuyerForm>({ name, exact: true });
  const message = errors[name]?.message;
  const hintId = hint ? `${name}-hint` : undefined;
  const describedBy = message === undefined ? hintId : `${name}-error`;
  return {
    message,
    attributes: {
      'aria-invalid': message !== undefined,
      ...(describedBy && { 'aria-describedby': describedBy }),
    },
  };
};

interface FieldFrameProps {
  readonly name: FieldName;
  readonly label: string;
  readonly message: string | undefined;
  readonly hint?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const FieldFrame = (props: FieldFrameProps) => (
  <div className={props.className}>
    <label htmlFor={props.name} className="mb-1.5 block text-sm font-medium">
      {props.label}
    </label>
    {props.children}
    {props.message !== undefined && <FieldError id={`${props.name}-error`} text={props.message} />}
    {props.message === undefined && props.hint && (
      <p id={`${props.name}-hint`} className="mt-1.5 text-sm text-ink-muted">
        {props.hint}
      </p>
    )}
  </div>
);

const limitOf: Readonly<Record<string, number>> = limits;

/** Tells when a field is full, so that no text is cut silently. */
const useFullness = (name: TextFieldName) => {
  const page = useCheckout();
  // The text left by the last cut. It may be one shorter than the limit, because a cut drops half an emoji.
  const [cut, setCut] = useState(() => {
    const cutInUrl = page.cut.find((each) => each === name);
    return cutInUrl && page.prefilled[cutInUrl];
  });
  const texts = useTexts();
  const { control } = useFormContext<BuyerForm>();
  const limit = limitOf[name] ?? Infinity;
  const textNearLimit = useWatch({
    control,
    name,
    compute: (text) => (text.length < limit - 1 ? '' : text),
  });
  const isFull = textNearLimit.length >= limit || (textNearLimit !== '' && textNearLimit === cut);
  const notice = isFull ? (
    <span role="status" className="font-medium text-warning">
      {texts.atMost(limit)}
    </span>
  ) : undefined;
  /** @param text as the field would hold it without a limit */
  const noteCut = (text: string): void => {
    if (isTooLong(name, text)) setCut(fitToField(name, text));
  };
  return { notice, noteCut, ...(limit < Infinity && { attributes: { maxLength: limit } }) };
};

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'ref'> {
  readonly name: TextFieldName;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly mask?: MaskitoOptions;
  /** Inside the field, at its end. */
  readonly trailing?: ReactNode;
}

/** Cuts the text of a field without a mask: autofill and scripts ignore `maxLength`. */
const cutToLimit = (name: TextFieldName, input: HTMLInputElement): void => {
  const text = fitToField(name, input.value);
  if (text !== input.value) input.value = text;
};

/** Native and uncontrolled. Browsers restore a field's text by its id, which is the name and so survives a deploy. */
export const TextField = (props: TextFieldProps) => {
  const { name, label, mask, trailing, className, ...rest } = props;
  const { register, getValues } = useFormContext<BuyerForm>();
  const fullness = useFullness(name);
  const hint = fullness.notice ?? props.hint;
  const { message, attributes } = useFieldError(name, hint);
  const [initial] = useState(() => getValues(name));
  const { onChange, onBlur } = register(name);
  const maskRef = useMaskito({ options: mask ?? null });
  const ref = useCallback(
    (element: HTMLInputElement | null) => {
      register(name).ref(element);
      maskRef(element);
    },
    [register, name, maskRef],
  );
  return (
    <FieldFrame name={name} label={label} message={message} hint={hint} className={className}>
      <div className="relative">
        <input
          {...fullness.attributes}
          {...rest}
          {...attributes}
          id={name}
          name={name}
          ref={ref}
          defaultValue={initial}
          // This event has the text that `maxLength` refuses.
          onBeforeInput={({ data, currentTarget: { value, selectionStart, selectionEnd } }) => {
            const start = selectionStart ?? value.length;
            const end = selectionEnd ?? value.length;
            if (!mask) fullness.noteCut(value.slice(0, start) + data + value.slice(end));
          }}
          // React's `onChange` misses text written by a mask.
          onInput={(event) => {
            if (!mask) {
              fullness.noteCut(event.currentTarget.value);
              cutToLimit(name, event.currentTarget);
            }
            void onChange(event);
          }}
          onBlur={onBlur}
          className="control"
        />
        {trailing && (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center">
            {trailing}
          </span>
        )}
      </div>
    </FieldFrame>
  );
};
