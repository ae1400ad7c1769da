import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Notice } from '#/api/contract/notices.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import type { Tone } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { JsonDiff } from '#/web/ui/json-diff.tsx';
import { jsonDifferences } from '#/web/ui/json-difference.ts';
import type { JsonDifference } from '#/web/ui/json-difference.ts';
import { Empty } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { noticesQuery } from './audit-queries.ts';

const TONES: Readonly<Record<Notice['outcome'], Tone>> = {
  RECEIVED: 'neutral',
  APPLIED: 'positive',
  NO_EFFECT: 'neutral',
  DUPLICATE: 'neutral',
  UNKNOWN_TRANSACTION: 'warning',
  UNAUTHORIZED: 'negative',
  UNREADABLE: 'negative',
  FAILED: 'negative',
};

/** The provider's webhooks about a payment, each of which can be processed again. */
export const Notices = ({ paymentId }: { readonly paymentId: string }) => {
  const { notices } = useTexts();
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

/** Attempts always grow; whether anything else changed is what the reader wants to know. */
const effectOf = (before: Notice, after: Notice): readonly JsonDifference[] =>
  jsonDifferences(before, { ...after, attempts: before.attempts });

const NoticeCard = ({ notice }: { readonly notice: Notice }) => {
  const { notices } = useTexts();
  const { dateTimeExact } = useFormats();
  const language = useLanguage();
  const write = useWrite('admin.redeliverNotice');
  const [effect, setEffect] = useState<readonly JsonDifference[]>();
  const redeliver = () =>
    write.mutate(
      { noticeId: notice.noticeId },
      {
        onSuccess: (after) => setEffect(effectOf(notice, after)),
        onError: (error) => toast.error(failureText(error, language)),
      },
    );
  return (
    <li className="rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={TONES[notice.outcome]}>{notices.outcome[notice.outcome]}</Badge>
            {notice.status !== null && <span className="font-mono text-xs">{notice.status}</span>}
          </p>
          <p className="mt-1 text-xs text-ink-faint tabular-nums">
            {notice.provider} · {dateTimeExact(notice.receivedAt)} ·{' '}
            {notices.attempts(notice.attempts)}
          </p>
          <p className="truncate font-mono text-xs text-ink-faint">
            {notice.reference ?? notice.noticeId}
          </p>
          {notice.failure !== null && <p className="mt-1 text-negative">{notice.failure}</p>}
        </div>
        <Button size="small" pending={write.isPending} onClick={redeliver}>
          {notices.redeliver}
        </Button>
      </div>
      <div role="status">{effect && <Effect differences={effect} />}</div>
    </li>
  );
};

const Effect = ({ differences }: { readonly differences: readonly JsonDifference[] }) => {
  const { notices, audit } = useTexts();
  if (differences.length === 0) {
    return (
      <p className="mt-2">
        <Badge tone="positive">{notices.noEffect}</Badge>
      </p>
    );
  }
  return (
    <div className="mt-3 grid gap-1.5">
      <p className="text-xs font-medium">{notices.changed}</p>
      <JsonDiff
        differences={differences}
        texts={{ path: audit.path, before: notices.before, after: notices.after }}
      />
    </div>
  );
};
