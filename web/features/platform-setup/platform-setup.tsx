import { useQuery } from '@tanstack/react-query';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { ReadOnly } from '#/web/ui/hooks/read-only.ts';
import { CertificatesCard } from './certificates-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { ReceiverCard } from './receiver-card.tsx';
import { SetupForm } from './setup-form.tsx';
import { SetupHistory } from './setup-history.tsx';
import { SimulatedCard } from './simulated-card.tsx';
import { setupQuery } from './setup-queries.ts';
import { useSetupTexts } from './setup-texts.ts';

interface PlatformSetupProps {
  readonly platformId: string;
  /** A blocked platform is read-only. */
  readonly isBlocked: boolean;
}

/** A platform's setup by masters, and its history. */
const PlatformSetup = ({ platformId, isBlocked }: PlatformSetupProps) => {
  const { setup } = useSetupTexts();
  const result = useQuery(setupQuery(platformId));
  return (
    <ReadOnly value={isBlocked}>
      <Answer query={result} lines={8}>
        {(now) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
            <Card title={setup.title}>
              <SetupForm platformId={platformId} now={now} />
            </Card>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {!now.setup.isInProduction && <SimulatedCard platformId={platformId} />}
              <LimitsCard platformId={platformId} now={now} />
              <ReceiverCard platformId={platformId} now={now} />
              <CertificatesCard platformId={platformId} now={now} />
            </div>
          </div>
        )}
      </Answer>
      <SetupHistory platformId={platformId} />
    </ReadOnly>
  );
};

export default PlatformSetup;
