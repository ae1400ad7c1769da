import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use, useState } from 'react';
import type { Administrator } from '#/api/contract/master.ts';
import { Answer } from '#/web/ui/answer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { buttonClass } from '#/web/ui/button.tsx';
import { Drawer } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { AdministratorActions } from './administrator-actions.tsx';
import { AdministratorStatus } from './administrators-columns.tsx';
import { AdministratorsContext } from './administrators-context.ts';
import { administratorName, administratorsQuery } from './administrators-queries.ts';
import { useAdministratorsTexts } from './administrators-texts.ts';

/** Shows the data of the list's row. */
const AdministratorDetail = ({ id, onClose }: DetailProps) => {
  const texts = useAdministratorsTexts();
  const result = useQuery(administratorsQuery(use(AdministratorsContext)));
  const listed = result.data?.items.find(({ staffId }) => staffId === id);
  const [lastListed, setLastListed] = useState<Administrator>();
  if (listed && listed !== lastListed) setLastListed(listed);
  // The person may be blocked elsewhere, and then leaves the list, but not the drawer.
  const administrator = listed ?? (lastListed?.staffId === id ? lastListed : undefined);
  return (
    <Drawer
      open
      onClose={onClose}
      title={administrator ? administratorName(administrator) : texts.person}
    >
      {administrator ? (
        <div className="flex min-h-full flex-col">
          <div className="flex-1 p-5">
            <Facts administrator={administrator} />
          </div>
          <div className="sticky bottom-0 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3">
            <AdministratorActions key={id} administrator={administrator} onGone={onClose} />
            <Link
              to="/master-root/session-logs"
              search={{ personId: id }}
              className={buttonClass()}
            >
              {texts.seeSessions}
            </Link>
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

const Facts = ({ administrator }: { readonly administrator: Administrator }) => {
  const texts = useAdministratorsTexts();
  const { dateTime } = useFormats();
  const { email, platformId, platformName, signedInAt, changedAt } = administrator;
  return (
    <KeyValues>
      <KeyValue name={texts.email}>{email ?? '—'}</KeyValue>
      <KeyValue name={texts.platform}>
        <Link
          to="/master-root/platforms/$platformId"
          params={{ platformId }}
          className="font-medium text-accent hover:underline"
        >
          {platformName}
        </Link>
      </KeyValue>
      <KeyValue name={texts.status}>
        <AdministratorStatus administrator={administrator} />
      </KeyValue>
      <KeyValue name={texts.signedIn}>
        {signedInAt === null ? texts.neverSignedIn : dateTime(signedInAt)}
      </KeyValue>
      <KeyValue name={texts.changed}>{dateTime(changedAt)}</KeyValue>
    </KeyValues>
  );
};

export default AdministratorDetail;
