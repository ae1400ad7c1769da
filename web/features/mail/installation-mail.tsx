import { useQuery } from '@tanstack/react-query';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { MailStatusFilter } from './mail-columns.tsx';
import { WhereMailsGo } from './mail-destination.tsx';
import { installationMailQuery, type MailSearch } from './mail-queries.ts';
import { useMailTexts } from './mail-texts.ts';

/** Where mails go, and where the mail server posts its bounce reports. */
const InstallationMail = () => {
  const texts = useMailTexts();
  const { data } = useQuery(installationMailQuery);
  if (!data) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <WhereMailsGo settings={data} />
      {data.reports !== null && (
        <span className="flex max-w-full flex-wrap items-center gap-x-2 text-xs text-ink-muted">
          {texts.reports}
          <CopyField value={data.reports} label={texts.copyReports} copiedLabel={texts.copied} />
        </span>
      )}
    </div>
  );
};

export const InstallationMailFilters = (props: SearchProps<MailSearch>) => (
  <>
    <MailStatusFilter {...props} />
    <InstallationMail />
  </>
);
