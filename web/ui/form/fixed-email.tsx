import { Field, TextInput } from '#/web/ui/fields/field.tsx';

interface FixedEmailProps {
  readonly label: string;
  readonly email: string;
}

/** The e-mail of the only person for whom a form is: not editable, and seen by password managers too. */
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
