import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { Page } from '#/web/ui/page.tsx';
import { PlatformStatus } from './platforms-columns.tsx';
import { platformQuery, type PlatformFacts } from './platforms-queries.ts';
import { usePlatformsTexts } from './platforms-texts.ts';
import { SigningKeys } from './signing-keys.tsx';

const rename = lazyDialog(() => import('./rename-dialog.tsx'));
const access = lazyDialog(() => import('./access-dialog.tsx'));

interface PlatformPageProps {
  readonly platformId: string;
  /** Parts about a platform from other features. */
  readonly more: (platform: PlatformFacts) => ReactNode;
}

export const PlatformPage = ({ platformId, more }: PlatformPageProps) => {
  const texts = usePlatformsTexts();
  const result = useQuery(platformQuery(platformId));
  const title = result.data?.name ?? platformId;
  return (
    <Page
      title={title}
      note={
        <Link to="/master-root/platforms" className="font-medium text-accent hover:underline">
          {texts.back}
        </Link>
      }
    >
      <Answer query={result} lines={8}>
        {(platform) => (
          <>
            <Card title={texts.facts} action={<Actions key={platformId} platform={platform} />}>
              <Facts platform={platform} />
            </Card>
            {more(platform)}
            <SigningKeys platformId={platformId} name={platform.name} />
          </>
        )}
      </Answer>
    </Page>
  );
};

interface OfPlatform {
  readonly platform: PlatformFacts;
}

const Facts = ({ platform }: OfPlatform) => {
  const texts = usePlatformsTexts();
  const { date, dateTime, money } = useFormats();
  const { platformId, status, sellers, administrators, acquirers } = platform;
  const labels = acquirers.map(({ label }) => label).join(', ');
  return (
    <KeyValues>
      <KeyValue name={texts.id}>{platformId}</KeyValue>
      <KeyValue name={texts.status}>
        <PlatformStatus status={status} />
      </KeyValue>
      <KeyValue name={texts.sellers}>{sellers}</KeyValue>
      <KeyValue name={texts.administrators}>{administrators}</KeyValue>
      <KeyValue name={texts.volume}>{money(platform.volume)}</KeyValue>
      <KeyValue name={texts.acquirers}>{labels || texts.noAcquirers}</KeyValue>
      <KeyValue name={texts.created}>{date(platform.createdAt)}</KeyValue>
      <KeyValue name={texts.changed}>{dateTime(platform.changedAt)}</KeyValue>
    </KeyValues>
  );
};

type OpenDialog = 'rename' | 'block' | 'unblock';

const Actions = ({ platform }: OfPlatform) => {
  const texts = usePlatformsTexts();
  // The open dialog does not follow from the status, which may change meanwhile: it must not turn into its opposite.
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const isBlocked = platform.status === 'BLOCKED';
  const accessAction = isBlocked ? 'unblock' : 'block';
  const dialogProps = { platform, onClose: () => setOpenDialog(undefined) };
  return (
    <div className="flex flex-wrap gap-2">
      {!isBlocked && (
        <Button {...rename.preload} onClick={() => setOpenDialog('rename')}>
          {texts.rename.button}
        </Button>
      )}
      <Button {...access.preload} onClick={() => setOpenDialog(accessAction)}>
        {texts[accessAction].button}
      </Button>
      <rename.Dialog {...dialogProps} open={openDialog === 'rename'} />
      {(['block', 'unblock'] as const).map((each) => (
        <access.Dialog key={each} {...dialogProps} action={each} open={openDialog === each} />
      ))}
    </div>
  );
};
