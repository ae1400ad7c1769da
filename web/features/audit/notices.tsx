import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import type { Notice, NoticePreview } from '#/api/contract/notices.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Empty } from '#/web/ui/states.tsx';
import { useRecordTexts } from '#/web/i18n/record-texts.ts';
import { useTexts, translateCode } from '#/web/i18n/texts.ts';
import { useAuditTexts } from './audit-texts.ts';
import { noticesQuery } from './audit-queries.ts';
import { Differences } from './differences.tsx';
import { NoticeDetail } from './notice-detail.tsx';
import { NoticeOutcome } from './notice-outcome.tsx';

/** The provider's webhooks about a payment; each can be processed again. */
export const Notices = ({ paymentId }: { readonly paymentId: string }) => {
  const { notices } = useAuditTexts();
  const result = useQuery(noticesQuery(paymentId));
  return (
    <Answer query={result} lines={4}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={notices.emptyTitle} text={notices.emptyText} />
        ) : (
          <ul className="grid gap-2">
            {items.map((notice) => (
              <NoticeCard key={notice.noticeId} notice={notice} />
            ))}
          </ul>
        )
      }
    </Answer>
  );
};

const NoticeCard = ({ notice }: { readonly notice: Notice }) => {
  const { notices } = useAuditTexts();
  const { status } = useTexts();
  const { dateTimeExact } = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <NoticeOutcome outcome={notice.outcome} />
            {notice.status !== null && <span>{translateCode(status, notice.status)}</span>}
          </p>
          <p className="mt-1 text-xs text-ink-faint tabular-nums">
            {notice.providerLabel} · {dateTimeExact(notice.receivedAt)} ·{' '}
            {notices.attempts(notice.attempts)}
          </p>
          <p className="truncate font-mono text-xs text-ink-faint">
            {notice.reference ?? notice.noticeId}
          </p>
          <ReadBackState notice={notice} />
          {notice.failure !== null && (
            <p className="mt-1 text-negative">{translateCode(notices.failures, notice.failure)}</p>
          )}
        </div>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {notices.details}
        </Button>
      </div>
      {isOpen && <NoticeDetail noticeId={notice.noticeId} />}
      <DryRun noticeId={notice.noticeId} />
    </li>
  );
};

/** Outcomes that another answer of the acquirer may change. */
const CHANGEABLE: readonly Notice['outcome'][] = ['UNCONFIRMED', 'UNKNOWN_TRANSACTION', 'FAILED'];

const ReadBackState = ({ notice: { outcome, isStillAsked } }: { readonly notice: Notice }) => {
  const { notices } = useAuditTexts();
  if (!isStillAsked && !CHANGEABLE.includes(outcome)) return null;
  return (
    <p className="mt-1 text-xs text-ink-muted">
      {isStillAsked ? notices.stillAsked : notices.noLongerAsked}
    </p>
  );
};

/** The user sees what processing a webhook again would change, before having it processed. */
const DryRun = ({ noticeId }: Pick<Notice, 'noticeId'>) => {
  const { notices } = useAuditTexts();
  const language = useLanguage();
  const preview = useWrite('admin.previewNotice');
  const redelivery = useWrite('admin.redeliverNotice');
  const onError = (error: Error) => toast.error(failureText(error, language));
  const apply = () =>
    redelivery.mutate({ noticeId }, { onSuccess: () => preview.reset(), onError });
  return (
    <div className="mt-3 grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          pending={preview.isPending}
          onClick={() => preview.mutate({ noticeId }, { onError })}
        >
          {notices.preview}
        </Button>
        {preview.data && (
          <Button size="small" kind="primary" pending={redelivery.isPending} onClick={apply}>
            {notices.apply}
          </Button>
        )}
      </div>
      <div role="status">
        {preview.data ? (
          <PreviewResult preview={preview.data} />
        ) : (
          <RedeliveryOutcome notice={redelivery.data} />
        )}
      </div>
    </div>
  );
};

const RedeliveryOutcome = ({ notice }: { readonly notice: Notice | undefined }) =>
  notice && <NoticeOutcome outcome={notice.outcome} />;

const PreviewResult = ({ preview }: { readonly preview: NoticePreview }) => {
  const { notices } = useAuditTexts();
  const record = useRecordTexts();
  const { differences, events, failure, wouldCall } = preview;
  if (wouldCall !== null)
    return <p>{notices.wouldCall(translateCode(notices.operations, wouldCall))}</p>;
  if (failure !== null)
    return <p className="text-negative">{translateCode(notices.failures, failure)}</p>;
  if (events.length === 0) return <p>{notices.nothingForeseen}</p>;
  return (
    <div className="grid gap-1.5">
      <p className="text-xs font-medium">{notices.foreseen}</p>
      <p className="text-xs">
        {notices.foreseenEvents}: {events.map(({ type }) => record.event[type]).join(', ')}
      </p>
      <Differences differences={differences} before={notices.before} after={notices.after} />
    </div>
  );
};
