import { Field, TextInput } from '#/web/ui/fields/field.tsx';

interface FixedEmailProps {
  readonly label: string;
  readonly email: string;
}

/** An e-mail that cannot be edited, in a field so that password managers see it. */
export const FixedEmail = ({ label, email }: FixedEmailProps) => (
  <Field label={label}>
    {(control) => (
      <TextInput
        {...control}
        type="email"
        autoComplete="username"
        readOnly
        value={email}
        className="bg-sunken!"
      />
    )}
  </Field>
);
