import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use, useState } from 'react';
import { formatDocument } from '#/domain/brazil/document.ts';
import { Answer } from '#/web/ui/answer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button, buttonClass } from '#/web/ui/button.tsx';
import { Drawer } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { Tabs } from '#/web/ui/tabs.tsx';
import { MethodsForm } from './methods-form.tsx';
import { UserChanges } from './user-changes.tsx';
import { UserNotes } from './user-notes.tsx';
import { UserReceivers } from './user-receivers.tsx';
import { Review } from './users-columns.tsx';
import { UsersContext } from './users-context.ts';
import { userName, userQuery, type SellerDetail } from './users-queries.ts';
import { useUsersTexts } from './users-texts.ts';
import { Waits } from './users-waits.tsx';

const access = lazyDialog(() => import('./access-dialog.tsx'));
const impersonate = lazyDialog(() => import('./impersonate-dialog.tsx'));

const UserDetail = ({ id, onClose }: DetailProps) => {
  const { more, terms } = use(UsersContext);
  const texts = useUsersTexts();
  const result = useQuery(userQuery(id));
  return (
    <Drawer open onClose={onClose} title={result.data ? userName(result.data) : texts.user}>
      <Answer query={result} lines={10}>
        {(seller) => (
          <div className="flex min-h-full flex-col">
            <div className="flex-1">
              <Tabs
                key={id}
                label={texts.tabs.label}
                isSticky={false}
                tabs={[
                  {
                    value: 'record',
                    label: texts.tabs.record,
                    content: (
                      <div className="grid content-start gap-6">
                        <Facts seller={seller} />
                        <MethodsForm key={id} seller={seller} />
                        {more(id)}
                        <UserReceivers key={`receivers ${id}`} seller={seller} />
                        <UserNotes key={`notes ${id}`} sellerId={id} />
                        <UserChanges key={`changes ${id}`} sellerId={id} />
                      </div>
                    ),
                  },
                  { value: 'terms', label: texts.tabs.terms, content: terms(seller) },
                ]}
              />
            </div>
            <Actions key={id} seller={seller} />
          </div>
        )}
      </Answer>
    </Drawer>
  );
};

interface OfSeller {
  readonly seller: SellerDetail;
}

const Facts = ({ seller }: OfSeller) => {
  const texts = useUsersTexts();
  const { money, date, dateTime } = useFormats();
  const { common } = useUiTexts();
  const { status, acceptedTerms, changedAt, changedBy } = seller;
  const document = seller.document === null ? '—' : formatDocument(seller.document);
  return (
    <KeyValues>
      <KeyValue name={texts.status}>
        <Badge tone={status === 'ACTIVE' ? 'positive' : 'negative'}>{texts.statuses[status]}</Badge>
      </KeyValue>
      <KeyValue name={texts.email}>{seller.email ?? '—'}</KeyValue>
      <KeyValue name={texts.document}>
        {seller.isDocumentHidden ? common.documentHidden : document}
      </KeyValue>
      <KeyValue name={texts.review}>
        <Review {...seller} />
      </KeyValue>
      {seller.waitsFor.length > 0 && (
        <KeyValue name={texts.waits.title}>
          <Waits {...seller} />
        </KeyValue>
      )}
      <KeyValue name={texts.available}>{money(seller.available)}</KeyValue>
      <KeyValue name={texts.pending}>{money(seller.pending)}</KeyValue>
      <KeyValue name={texts.held}>{money(seller.held)}</KeyValue>
      <KeyValue name={texts.joined}>{date(seller.joinedAt)}</KeyValue>
      <KeyValue name={texts.manager}>
        {seller.manager === null
          ? texts.managerNone
          : (seller.manager.email ?? seller.manager.managerId)}
      </KeyValue>
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

/** Allowed actions, and links to more about the seller. */
const Actions = ({ seller }: OfSeller) => {
  const texts = useUsersTexts();
  const { mayChange, mayImpersonate, maySeeSales, mayValidate } = use(UsersContext);
  // Not derived from the status, which may change meanwhile: an open dialog must not turn into its opposite.
  const [openDialog, setOpenDialog] = useState<'block' | 'unblock' | 'impersonate'>();
  const accessAction = seller.status === 'ACTIVE' ? 'block' : 'unblock';
  return (
    <div className="sticky bottom-0 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3">
      {!mayChange && <p className="w-full text-ink-muted">{texts.readOnly}</p>}
      {mayChange && (
        <Button {...access.preload} onClick={() => setOpenDialog(accessAction)}>
          {texts[accessAction].button}
        </Button>
      )}
      {mayImpersonate && seller.status === 'ACTIVE' && (
        <Button {...impersonate.preload} onClick={() => setOpenDialog('impersonate')}>
          {texts.impersonate.button}
        </Button>
      )}
      {maySeeSales && (
        <Link
          to="/admin-root/manage-sales"
          search={{ sellerId: seller.sellerId }}
          className={buttonClass()}
        >
          {texts.seeSales}
        </Link>
      )}
      {mayValidate && (
        <Link
          to="/admin-root/document-validation"
          search={{ seller: seller.sellerId }}
          className={buttonClass()}
        >
          {texts.seeDocuments}
        </Link>
      )}
      {(['block', 'unblock'] as const).map((each) => (
        <access.Dialog
          key={each}
          seller={seller}
          action={each}
          open={openDialog === each}
          onClose={() => setOpenDialog(undefined)}
        />
      ))}
      <impersonate.Dialog
        seller={seller}
        open={openDialog === 'impersonate'}
        onClose={() => setOpenDialog(undefined)}
      />
    </div>
  );
};

export default UserDetail;
