import { CircleAlert, Inbox, Lock, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';
import { Button } from './button.tsx';
import { CopyField } from './copy-field.tsx';
import { useDocumentTitle } from './hooks/use-document-title.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';

interface SkeletonProps {
  readonly label: string;
  readonly count: number;
  /** A line's height as a class (`h-5`), as high as those of the list to come. */
  readonly height?: string;
}

interface NoticeProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactNode;
  /** The title is the page's heading. */
  readonly isPage?: boolean;
}

const Notice = ({ icon, title, text, action, isPage = false }: NoticeProps) => (
  <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
    <div className="mb-2 grid size-10 place-items-center rounded-full bg-sunken text-ink-muted [&>svg]:size-5">
      {icon}
    </div>
    {isPage ? (
      <h1 className="font-semibold text-ink">{title}</h1>
    ) : (
      <p className="font-semibold text-ink">{title}</p>
    )}
    <div className="max-w-sm text-ink-muted">{text}</div>
    {action !== undefined && (
      <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>
    )}
  </div>
);

export const Empty = (props: Omit<NoticeProps, 'icon'> & { readonly filtered?: boolean }) => (
  <Notice
    {...props}
    icon={props.filtered === true ? <SearchX aria-hidden /> : <Inbox aria-hidden />}
  />
);

interface ErrorCardProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shows the request's id for a fault of the server (5xx), which logs it. Offers no retry for a record that does not exist (404). */
export const ErrorCard = ({ error, onRetry }: ErrorCardProps) => {
  const { states, common } = useUiTexts();
  const language = useLanguage();
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const text = error instanceof ConnectionLost ? states.networkText : states.errorText;
  const isMissing = problem?.status === 404;
  const isFault = problem !== undefined && problem.status >= 500;
  return (
    <div role="alert">
      <Notice
        icon={<CircleAlert aria-hidden className="text-negative" />}
        title={isMissing ? states.missingTitle : states.errorTitle}
        text={
          <>
            <p>{problem?.detail[language] ?? text}</p>
            {isFault && (
              <p className="mt-2 flex items-center justify-center gap-1 text-xs text-ink-faint">
                {states.requestId}:
                <CopyField
                  value={problem.requestId}
                  label={common.copy(states.requestId)}
                  copiedLabel={common.copied}
                />
              </p>
            )}
          </>
        }
        action={isMissing ? undefined : <Button onClick={onRetry}>{common.retry}</Button>}
      />
    </div>
  );
};

interface NoPermissionProps {
  readonly action?: ReactNode;
  /** In place of a whole page. */
  readonly isPage?: boolean;
}

export const NoPermission = ({ action, isPage = false }: NoPermissionProps) => {
  const { states } = useUiTexts();
  return (
    <Notice
      icon={<Lock aria-hidden />}
      isPage={isPage}
      title={states.forbiddenTitle}
      text={states.forbiddenText}
      action={action}
    />
  );
};

export const PageNotFound = ({ action }: { readonly action?: ReactNode }) => {
  const { states } = useUiTexts();
  useDocumentTitle(states.notFoundTitle);
  return (
    <Notice
      icon={<SearchX aria-hidden />}
      isPage
      title={states.notFoundTitle}
      text={states.notFoundText}
      action={action}
    />
  );
};

/** Shows a bar in the value's place while it is loading. */
export const Placeholder = <Value,>({
  is,
  children,
}: {
  readonly is: Value | undefined;
  readonly children: (value: Value) => ReactNode;
}) => {
  const { common } = useUiTexts();
  if (is !== undefined) return children(is);
  return (
    <span role="status" aria-label={common.loading} className="skeleton inline-block w-36">
      &nbsp;
    </span>
  );
};

/** Lines in place of data that is loading, invisible for the first 150 ms. */
export const SkeletonLines = ({ count, label, height = 'h-8' }: SkeletonProps) => (
  <div role="status" aria-label={label}>
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className={`${height} py-1.5`}>
        <div className="skeleton h-full max-h-6" />
      </div>
    ))}
  </div>
);
