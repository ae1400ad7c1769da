import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use, useState } from 'react';
import type { ManagerLine } from '#/api/contract/managers.ts';
import { Answer } from '#/web/ui/answer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { buttonClass } from '#/web/ui/button.tsx';
import { Drawer } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { ManagerActions } from './manager-actions.tsx';
import { ManagerStatus } from './managers-columns.tsx';
import { ManagersContext } from './managers-context.ts';
import { managerName, managersQuery } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';
import { Portfolio } from './portfolio.tsx';
import { PortfolioMoves } from './portfolio-moves.tsx';

/** Shows the data of the list's row. */
const ManagerDetail = ({ id, onClose }: DetailProps) => {
  const texts = useManagersTexts();
  const { search, maySeeActivity, more } = use(ManagersContext);
  const result = useQuery(managersQuery(search));
  const listed = result.data?.items.find(({ managerId }) => managerId === id);
  const [lastListed, setLastListed] = useState<ManagerLine>();
  if (listed && listed !== lastListed) setLastListed(listed);
  // The manager may be blocked elsewhere, and then leaves the list, but not the drawer.
  const manager = listed ?? (lastListed?.managerId === id ? lastListed : undefined);
  return (
    <Drawer open onClose={onClose} title={manager ? managerName(manager) : texts.person}>
      {manager ? (
        <div className="flex min-h-full flex-col">
          <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-6 p-5">
            <Facts manager={manager} />
            <Portfolio key={`portfolio ${id}`} manager={manager} />
            <PortfolioMoves key={`moves ${id}`} managerId={id} />
            {more(id)}
          </div>
          <div className="sticky bottom-0 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3">
            <ManagerActions key={id} manager={manager} onGone={onClose} />
            {maySeeActivity && (
              <Link
                to="/admin-root/platform-settings/access"
                search={{ personId: id }}
                className={buttonClass()}
              >
                {texts.activity}
              </Link>
            )}
          </div>
        </div>
      ) : (
        <div className="p-5">
          <Answer query={result}>{() => <p className="text-ink-muted">{texts.gone}</p>}</Answer>
        </div>
      )}
    </Drawer>
  );
};

const Facts = ({ manager }: { readonly manager: ManagerLine }) => {
  const texts = useManagersTexts();
  const { count, dateTime, money } = useFormats();
  const { email, sellers, volume, signedInAt, changedAt, changedBy } = manager;
  return (
    <KeyValues>
      <KeyValue name={texts.email}>{email ?? '—'}</KeyValue>
      <KeyValue name={texts.status}>
        <ManagerStatus manager={manager} />
      </KeyValue>
      <KeyValue name={texts.sellers}>{count(sellers)}</KeyValue>
      <KeyValue name={texts.volume}>{money(volume)}</KeyValue>
      <KeyValue name={texts.signedIn}>
        {signedInAt === null ? texts.neverSignedIn : dateTime(signedInAt)}
      </KeyValue>
      <KeyValue name={texts.changed}>
        {changedBy === null ? dateTime(changedAt) : texts.changedBy(dateTime(changedAt), changedBy)}
      </KeyValue>
    </KeyValues>
  );
};

export default ManagerDetail;
