import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { sellerIdErrors } from './seller-id-form.ts';

interface SellerByIdProps {
  readonly sellerId: string;
  readonly onSeller: (sellerId: string) => void;
}

/** The form writes nothing: submitting opens the seller's routes. */
const NO_WRITE = { error: null, isPending: false };

const SellerById = ({ sellerId, onSeller }: SellerByIdProps) => {
  const texts = useAcquiringTexts();
  const form = useCheckedForm({
    defaultValues: { sellerId },
    errorsIn: sellerIdErrors,
    errorTexts: texts.errors,
  });
  return (
    <CheckedForm
      form={form}
      onValid={(values) => onSeller(values.sellerId.trim())}
      write={NO_WRITE}
      submitLabel={texts.openSeller}
      kind="secondary"
      className="flex items-end gap-2"
    >
      <FormField form={form} name="sellerId" label={texts.sellerId}>
        {(control) => (
          <TextInput {...control} maxLength={64} autoComplete="off" spellCheck={false} />
        )}
      </FormField>
    </CheckedForm>
  );
};

export default SellerById;
