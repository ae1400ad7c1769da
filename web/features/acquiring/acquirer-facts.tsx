import type { ReactNode } from 'react';
import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { translateCode } from '#/web/i18n/texts.ts';
import { useAccountTexts } from './account-texts.ts';
import { purposes } from './route-draft.ts';

interface AcquirerFactsProps {
  readonly acquirer: AcquirerShown;
  readonly children?: ReactNode;
}

/** What an acquirer offers, where our knowledge of its API comes from, and how the acquirer proves its webhooks. */
export const AcquirerFacts = ({ acquirer, children }: AcquirerFactsProps) => {
  const texts = useAccountTexts();
  return (
    <div className="grid min-w-0 flex-1 basis-40 gap-1">
      <div className="flex flex-wrap items-center gap-1.5">
        <h3 className="mr-1 font-medium">{acquirer.label}</h3>
        {purposes
          .filter((purpose) => acquirer.purposes.includes(purpose))
          .map((purpose) => (
            <Badge key={purpose} tone="accent">
              {texts.purpose[purpose]}
            </Badge>
          ))}
        {children}
      </div>
      <p className="text-xs text-ink-faint">
        <span title={texts.evidenceText}>{texts.evidence[acquirer.evidence]}</span> ·{' '}
        {translateCode(texts.webhookProof, acquirer.webhook)}
      </p>
      {acquirer.unprovable.map((purpose) => (
        <p key={purpose} className="text-xs text-ink-muted">
          {purpose === 'WITHDRAW'
            ? texts.payoutsUnprovableText
            : texts.unprovableText(texts.purpose[purpose])}
        </p>
      ))}
    </div>
  );
};
