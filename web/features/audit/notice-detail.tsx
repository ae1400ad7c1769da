import { useQuery } from '@tanstack/react-query';
import type { NoticeDetail as Detail } from '#/api/contract/notices.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { JsonView } from '#/web/ui/json-view.tsx';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { useTexts, translateCode } from '#/web/i18n/texts.ts';
import { useAuditTexts } from './audit-texts.ts';
import { noticeQuery } from './audit-queries.ts';
import { NoticeOutcome } from './notice-outcome.tsx';

/** A webhook as received, normalised, and its processing attempts. */
export const NoticeDetail = ({ noticeId }: { readonly noticeId: string }) => (
  <Answer query={useQuery(noticeQuery(noticeId))} lines={6}>
    {(detail) => (
      <div className="mt-3">
        <Normalized normalized={detail.normalized} />
        <Delivery delivery={detail.delivery} />
        <Attempts attempts={detail.attempts} />
      </div>
    )}
  </Answer>
);

const Normalized = ({ normalized }: Pick<Detail, 'normalized'>) => {
  const { notices } = useAuditTexts();
  const { status: statuses } = useTexts();
  const { type, reference, orderId, status, isAuthentic } = normalized;
  return (
    <KeyValues title={notices.normalized}>
      <KeyValue name={notices.kind}>{notices.types[type]}</KeyValue>
      <KeyValue name={notices.status}>
        {status === null ? '—' : translateCode(statuses, status)}
      </KeyValue>
      <KeyValue name={notices.reference}>
        <span className="font-mono text-xs break-all">{reference ?? '—'}</span>
      </KeyValue>
      <KeyValue name={notices.orderId}>
        <span className="font-mono text-xs break-all">{orderId ?? '—'}</span>
      </KeyValue>
      <KeyValue name={notices.authentic}>
        {isAuthentic ? notices.proved : notices.unproved}
      </KeyValue>
    </KeyValues>
  );
};

const Delivery = ({ delivery }: Pick<Detail, 'delivery'>) => {
  const { notices } = useAuditTexts();
  return (
    <section className="mt-6 grid gap-1.5">
      <h3 className="text-sm font-semibold">{notices.raw}</h3>
      {delivery === null ? (
        <p className="text-ink-muted">{notices.notKept}</p>
      ) : (
        <>
          <p className="text-xs text-ink-muted">
            {notices.rawText} {delivery.isCut && notices.cut}
          </p>
          <JsonView value={delivery.body} />
          <p className="text-xs break-words text-ink-muted">
            {[delivery.contentType, delivery.userAgent, `${delivery.bytes} B`]
              .filter((each) => each !== null)
              .join(' · ')}
          </p>
        </>
      )}
    </section>
  );
};

const Attempts = ({ attempts }: Pick<Detail, 'attempts'>) => {
  const { notices } = useAuditTexts();
  const { dateTimeExact } = useFormats();
  if (attempts.length === 0) return <p className="mt-6 text-ink-muted">{notices.noTries}</p>;
  return (
    <KeyValues title={notices.tries}>
      {attempts.map(({ at, outcome, failure }) => (
        <KeyValue key={at} name={<span className="tabular-nums">{dateTimeExact(at)}</span>}>
          <NoticeOutcome outcome={outcome} />
          {failure !== null && (
            <span className="ml-2 text-xs">{translateCode(notices.failures, failure)}</span>
          )}
        </KeyValue>
      ))}
    </KeyValues>
  );
};
