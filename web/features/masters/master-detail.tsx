import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Master } from '#/api/contract/master.ts';
import { Answer } from '#/web/ui/answer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { Button, buttonClass } from '#/web/ui/button.tsx';
import { Drawer } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { MasterStatus } from './masters-columns.tsx';
import { masterName, mastersQuery } from './masters-queries.ts';
import { useMastersTexts } from './masters-texts.ts';

const access = lazyDialog(() => import('./access-dialog.tsx'));

interface OfMaster {
  readonly master: Master;
}

/** Shows the data of the list's row. */
const MasterDetail = ({ id, onClose }: DetailProps) => {
  const texts = useMastersTexts();
  const result = useQuery(mastersQuery());
  const master = result.data?.items.find(({ masterId }) => masterId === id);
  return (
    <Drawer open onClose={onClose} title={master ? masterName(master) : texts.person}>
      {master ? (
        <div className="flex min-h-full flex-col">
          <div className="flex-1 p-5">
            <Facts master={master} />
          </div>
          <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-5 py-3">
            <Actions key={id} master={master} />
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

/** Masters cannot block or restore themselves. */
const Actions = ({ master }: OfMaster) => {
  const texts = useMastersTexts();
  // Not derived from the status, which may change meanwhile: an open dialog must not turn into its opposite.
  const [openDialog, setOpenDialog] = useState<'block' | 'restore'>();
  const kind = master.status === 'BLOCKED' ? 'restore' : 'block';
  const onClose = (): void => setOpenDialog(undefined);
  if (master.isOneself) return <span className="text-xs text-ink-muted">{texts.onlyByOthers}</span>;
  return (
    <>
      <Button {...access.preload} onClick={() => setOpenDialog(kind)}>
        {texts[kind].button}
      </Button>
      {(['block', 'restore'] as const).map((each) => (
        <access.Dialog
          key={each}
          master={master}
          kind={each}
          open={openDialog === each}
          onClose={onClose}
        />
      ))}
    </>
  );
};

const Facts = ({ master }: OfMaster) => {
  const texts = useMastersTexts();
  const { date, dateTime } = useFormats();
  const { email, status, joinedAt, signedInAt, changedAt } = master;
  return (
    <KeyValues>
      <KeyValue name={texts.email}>{email}</KeyValue>
      <KeyValue name={texts.status}>
        <MasterStatus status={status} />
      </KeyValue>
      <KeyValue name={texts.joined}>{date(joinedAt)}</KeyValue>
      <KeyValue name={texts.signedIn}>
        {signedInAt === null ? texts.neverSignedIn : dateTime(signedInAt)}
      </KeyValue>
      <KeyValue name={texts.changed}>{dateTime(changedAt)}</KeyValue>
    </KeyValues>
  );
};

export default MasterDetail;
