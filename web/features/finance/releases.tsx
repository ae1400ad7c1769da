import { useQuery } from '@tanstack/react-query';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { BarList } from '#/web/ui/charts/bar-list.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Empty } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { releasesQuery } from './finance-queries.ts';

const MOST_SHOWN = 8;

export const Releases = () => {
  const { finance } = useTexts();
  const { money, daySpoken } = useFormats();
  const result = useQuery(releasesQuery);
  return (
    <Card title={finance.releases} note={finance.releasesText}>
      <Answer query={result} lines={8} height="h-13">
        {({ releases }) =>
          releases.length === 0 ? (
            <Empty title={finance.noReleases} text={finance.noReleasesText} />
          ) : (
            <>
              <BarList
                whole={releases.reduce((sum, { amount }) => sum + amount, 0)}
                bars={releases.slice(0, MOST_SHOWN).map(({ releaseOn, amount }) => ({
                  key: releaseOn,
                  label: daySpoken(releaseOn),
                  value: amount,
                  text: money(amount),
                }))}
              />
              {releases.length > MOST_SHOWN && (
                <p className="mt-3 text-xs text-ink-faint">
                  {finance.more(releases.length - MOST_SHOWN)}
                </p>
              )}
            </>
          )
        }
      </Answer>
    </Card>
  );
};
