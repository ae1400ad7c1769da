import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Administrator } from '#/api/contract/master.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { AdministratorActions } from './administrator-actions.tsx';
import { AdministratorItem } from './administrators-columns.tsx';
import { administratorsQuery } from './administrators-queries.ts';
import { useAdministratorsTexts } from './administrators-texts.ts';
import { InviteButton } from './invite-button.tsx';

interface PlatformAdministratorsProps {
  readonly platformId: string;
  /** A blocked platform invites no one. */
  readonly isBlocked: boolean;
}

const noop = (): void => undefined;

/** The first page of the platform's administrators; if there are more, a link leads to the whole list. */
export const PlatformAdministrators = ({ platformId, isBlocked }: PlatformAdministratorsProps) => {
  const texts = useAdministratorsTexts();
  const [state, setState] = useState<'CURRENT' | 'BLOCKED'>('CURRENT');
  const stateFilter = state === 'BLOCKED' ? state : undefined;
  const result = useQuery(administratorsQuery({ platformId, state: stateFilter }));
  const options = (['CURRENT', 'BLOCKED'] as const).map((value) => ({
    value,
    label: texts.states[value],
  }));
  return (
    <Card title={texts.title} action={!isBlocked && <InviteButton platformId={platformId} />}>
      <div className="grid gap-3">
        <Segmented label={texts.filter} value={state} options={options} onChange={setState} />
        <Answer query={result} lines={3}>
          {({ items, nextCursor }) => (
            <>
              {items.length === 0 ? <NoOne state={state} /> : <Administrators rows={items} />}
              {nextCursor !== null && (
                <Link
                  to="/master-root/administrators"
                  search={{ platformId, state: stateFilter }}
                  className="w-fit font-medium text-accent hover:underline"
                >
                  {texts.clear}
                </Link>
              )}
            </>
          )}
        </Answer>
      </div>
    </Card>
  );
};

const NoOne = ({ state }: { readonly state: 'CURRENT' | 'BLOCKED' }) => {
  const texts = useAdministratorsTexts();
  return state === 'BLOCKED' ? (
    <Empty title={texts.noneBlockedTitle} text={texts.noneBlockedText} />
  ) : (
    <Empty title={texts.noneOfPlatformTitle} text={texts.noneOfPlatformText} />
  );
};

const Administrators = ({ rows }: { readonly rows: readonly Administrator[] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {rows.map((row) => (
      <li key={row.staffId} className="grid gap-2 py-3">
        <AdministratorItem row={row} />
        <div className="flex flex-wrap gap-2">
          <AdministratorActions administrator={row} onGone={noop} />
        </div>
      </li>
    ))}
  </ul>
);
