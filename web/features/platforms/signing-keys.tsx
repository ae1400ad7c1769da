import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { signingKeysQuery } from './platforms-queries.ts';
import { useSigningKeysTexts } from './signing-keys-texts.ts';

const rotate = lazyDialog(() => import('./rotate-dialog.tsx'));

interface SigningKeysProps {
  readonly platformId: string;
  readonly name: string;
}

/** The current and former public keys, by which anyone can check the platform's signatures on payouts. */
export const SigningKeys = ({ platformId, name }: SigningKeysProps) => {
  const texts = useSigningKeysTexts();
  const result = useQuery(signingKeysQuery(platformId));
  const [isOpen, setOpen] = useState(false);
  const current = result.data?.current ?? null;
  return (
    <Card
      title={texts.title}
      note={texts.note}
      action={
        current !== null && (
          <Button {...rotate.preload} onClick={() => setOpen(true)}>
            {texts.rotate.button}
          </Button>
        )
      }
    >
      <Answer query={result} lines={2} height="h-14">
        {(keys) => <Keys {...keys} />}
      </Answer>
      {current !== null && (
        <rotate.Dialog
          platformId={platformId}
          name={name}
          current={current}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
};

const Keys = ({ current, former }: OutputOf<'master.getSigningKeys'>) => {
  const texts = useSigningKeysTexts();
  const { common } = useUiTexts();
  if (current === null) return <Empty title={texts.none} text={texts.noneText} />;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h3 className="text-sm font-semibold">{texts.current}</h3>
        <CopyField
          value={current}
          label={common.copy(texts.copyCurrent)}
          copiedLabel={common.copied}
          isWhole
        />
        <p className="text-xs text-ink-muted">{texts.currentNote}</p>
      </div>
      {former.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-sm font-semibold">{texts.former}</h3>
          <ol className="grid gap-2">
            {former.map((key, index) => (
              <li key={key}>
                <CopyField
                  value={key}
                  label={common.copy(texts.copyFormer(index + 1))}
                  copiedLabel={common.copied}
                  isWhole
                />
              </li>
            ))}
          </ol>
          <p className="text-xs text-ink-muted">{texts.formerNote}</p>
        </div>
      )}
    </div>
  );
};
