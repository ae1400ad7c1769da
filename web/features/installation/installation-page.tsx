import { useQuery } from '@tanstack/react-query';
import type { Installation } from '#/api/contract/installation.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { Page } from '#/web/ui/page.tsx';
import { installationQuery } from './installation-query.ts';
import { useInstallationTexts } from './installation-texts.ts';

type ReadModel = Installation['readModels'][number];

const TONES: Readonly<Record<ReadModel['status'], Tone>> = {
  live: 'positive',
  degraded: 'negative',
  rebuilding: 'accent',
  ready: 'accent',
  returning: 'accent',
  retired: 'neutral',
};

/** Parts that all platforms share: read models, and seals over the log. */
export const InstallationPage = () => {
  const texts = useInstallationTexts();
  const result = useQuery(installationQuery);
  return (
    <Page title={texts.title} note={texts.note}>
      <Answer query={result} lines={12}>
        {({ readModels, seals }) => (
          <div className="grid items-start gap-4 grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
            <Card title={texts.readModels} note={texts.readModelsNote}>
              <ReadModels readModels={readModels} />
            </Card>
            <Card title={texts.seals} note={texts.sealsNote}>
              <Seals seals={seals} />
            </Card>
          </div>
        )}
      </Answer>
    </Page>
  );
};

const ReadModels = ({ readModels }: Pick<Installation, 'readModels'>) => {
  const { none } = useInstallationTexts();
  if (readModels.length === 0) return <p className="text-ink-muted">{none}</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {readModels.map((each) => (
        <ReadModelLine key={`${each.name} ${each.generation}`} readModel={each} />
      ))}
    </ul>
  );
};

const ReadModelLine = ({ readModel }: { readonly readModel: ReadModel }) => {
  const texts = useInstallationTexts();
  const formats = useFormats();
  const { name, version, generation, status, lag, bytes, failure } = readModel;
  const facts = [
    texts.version(version, generation),
    texts.behind(lag),
    formats.bytes(bytes),
    failure,
  ].filter((fact) => fact !== null);
  return (
    <li className="grid gap-0.5 py-2">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-medium break-words">{name}</span>
        <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
      </div>
      <div className="text-xs text-ink-muted">{facts.join(' · ')}</div>
    </li>
  );
};

const Seals = ({ seals }: Pick<Installation, 'seals'>) => {
  const texts = useInstallationTexts();
  const { count } = useFormats();
  const { last, waiting, waitingSeconds } = seals;
  return (
    <KeyValues>
      <KeyValue name={texts.last}>{last === null ? texts.noSeal : `#${count(last)}`}</KeyValue>
      <KeyValue name={texts.waiting}>{count(waiting)}</KeyValue>
      <KeyValue name={texts.oldest}>{texts.seconds(waitingSeconds)}</KeyValue>
    </KeyValues>
  );
};
