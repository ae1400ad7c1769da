import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use, useState } from 'react';
import { formatDocument } from '#/domain/brazil/document.ts';
import { Answer } from '#/web/ui/answer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button, buttonClass } from '#/web/ui/button.tsx';
import { Drawer } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useUiTexts } from '#/web/ui/texts.ts';
import { MethodsForm } from './methods-form.tsx';
import { UserChanges } from './user-changes.tsx';
import { UserNotes } from './user-notes.tsx';
import { UserReceivers } from './user-receivers.tsx';
import { Review } from './users-columns.tsx';
import { UsersContext } from './users-context.ts';
import { userName, userQuery, type SellerDetail } from './users-queries.ts';
import { useUsersTexts } from './users-texts.ts';

const access = lazyDialog(() => import('./access-dialog.tsx'));
const impersonate = lazyDialog(() => import('./impersonate-dialog.tsx'));

/** A seller beside the list. */
const UserDetail = ({ id, onClose }: DetailProps) => {
  const { more } = use(UsersContext);
  const texts = useUsersTexts();
  const { common } = useUiTexts();
  const result = useQuery(userQuery(id));
  return (
    <Drawer
      open
      onClose={onClose}
      title={result.data ? userName(result.data) : texts.user}
      closeLabel={common.close}
    >
      <Answer query={result} lines={10}>
        {(user) => (
          <div className="flex min-h-full flex-col">
            <div className="grid flex-1 content-start gap-6 p-5">
              <Facts user={user} />
              <MethodsForm key={id} user={user} />
              {more(id)}
              <UserReceivers key={`receivers ${id}`} user={user} />
              <UserNotes key={`notes ${id}`} sellerId={id} />
              <UserChanges key={`changes ${id}`} sellerId={id} />
            </div>
            <Actions key={id} user={user} />
          </div>
        )}
      </Answer>
    </Drawer>
  );
};

interface OfUser {
  readonly user: SellerDetail;
}

const Facts = ({ user }: OfUser) => {
  const texts = useUsersTexts();
  const { money, date, dateTime } = useFormats();
  const { mayReadDocument } = use(UsersContext);
  const { status, acceptedTerms, changedAt, changedBy } = user;
  const document = user.document === null ? '—' : formatDocument(user.document);
  return (
    <KeyValues>
      <KeyValue name={texts.status}>
        <Badge tone={status === 'ACTIVE' ? 'positive' : 'negative'}>{texts.statuses[status]}</Badge>
      </KeyValue>
      <KeyValue name={texts.email}>{user.email ?? '—'}</KeyValue>
      <KeyValue name={texts.document}>{mayReadDocument ? document : texts.documentHidden}</KeyValue>
      <KeyValue name={texts.review}>
        <Review {...user} />
      </KeyValue>
      <KeyValue name={texts.available}>{money(user.available)}</KeyValue>
      <KeyValue name={texts.pending}>{money(user.pending)}</KeyValue>
      <KeyValue name={texts.held}>{money(user.held)}</KeyValue>
      <KeyValue name={texts.joined}>{date(user.joinedAt)}</KeyValue>
      <KeyValue name={texts.terms}>
        {acceptedTerms === null
          ? texts.termsNone
          : texts.termsAt(acceptedTerms.version, dateTime(acceptedTerms.at))}
      </KeyValue>
      <KeyValue name={texts.changed}>
        {changedBy === null ? dateTime(changedAt) : texts.changedBy(dateTime(changedAt), changedBy)}
      </KeyValue>
    </KeyValues>
  );
};

/** What may be done about a seller, and where more is to be seen. */
const Actions = ({ user }: OfUser) => {
  const texts = useUsersTexts();
  const { mayChange, mayImpersonate, maySeeSales, mayValidate } = use(UsersContext);
  // Which question is open is kept, so that a state that changes meanwhile does not turn it into the opposite one.
  const [opened, setOpened] = useState<'block' | 'restore' | 'impersonate'>();
  const kind = user.status === 'ACTIVE' ? 'block' : 'restore';
  return (
    <div className="sticky bottom-0 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3">
      {!mayChange && <p className="w-full text-ink-muted">{texts.readOnly}</p>}
      {mayChange && (
        <Button {...access.near} onClick={() => setOpened(kind)}>
          {texts[kind].button}
        </Button>
      )}
      {mayImpersonate && user.status === 'ACTIVE' && (
        <Button {...impersonate.near} onClick={() => setOpened('impersonate')}>
          {texts.impersonate.button}
        </Button>
      )}
      {maySeeSales && (
        <Link
          to="/admin-root/manage-sales"
          search={{ sellerId: user.sellerId }}
          className={buttonClass()}
        >
          {texts.seeSales}
        </Link>
      )}
      {mayValidate && (
        <Link
          to="/admin-root/document-validation"
          search={{ seller: user.sellerId }}
          className={buttonClass()}
        >
          {texts.seeDocuments}
        </Link>
      )}
      {(['block', 'restore'] as const).map((each) => (
        <access.Dialog
          key={each}
          user={user}
          kind={each}
          open={opened === each}
          onClose={() => setOpened(undefined)}
        />
      ))}
      <impersonate.Dialog
        user={user}
        open={opened === 'impersonate'}
        onClose={() => setOpened(undefined)}
      />
    </div>
  );
};

export default UserDetail;
