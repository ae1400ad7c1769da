import type { ComponentProps } from 'react';
import { detectPixKeyType } from '#/domain/brazil/pix-key.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { TextInput } from '#/web/ui/fields/field.tsx';

interface PixKeyInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onValue: (key: string) => void;
}

/** Names the kind of PIX key while it is typed (money.71), tried in the order of money.69. */
export const PixKeyInput = ({ value, ...rest }: PixKeyInputProps) => {
  const { finance } = useTexts();
  const type = detectPixKeyType(value);
  return (
    <div className="relative">
      <TextInput
        {...rest}
        value={value}
        maxLength={77}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="pr-32"
      />
      <span role="status" className="absolute top-1/2 right-2 -translate-y-1/2">
        {type !== undefined && <Badge tone="accent">{finance.keyType[type]}</Badge>}
      </span>
    </div>
  );
};
