import { useWrite } from '#/web/lib/use-write.ts';
import { EditTerms } from './edit-terms.tsx';
import { MasterLimits } from './master-limits.tsx';
import { draftOf, termsErrors, termsIn, type SavedTerms } from './terms-fields.ts';
import { TermsSections } from './terms-sections.tsx';

const CLASSES = {
  all: 'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_27rem]',
  foot: 'sticky bottom-0 z-10 -mx-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3',
  example: 'xl:sticky xl:top-14 xl:max-h-[calc(100dvh-8rem)] xl:overflow-y-auto',
};

export const TermsForm = ({ saved }: { readonly saved: SavedTerms }) => {
  const write = useWrite('admin.revisePlatformTerms');
  return (
    <EditTerms
      saved={{ ...saved, values: draftOf(saved.terms) }}
      errorsIn={termsErrors}
      priceExample={(draft) => {
        const terms = termsIn(draft);
        return terms && { terms };
      }}
      write={write}
      send={(draft, basedOn, outcome) => {
        const terms = termsIn(draft);
        if (terms) write.mutate({ terms, basedOn }, outcome);
      }}
      classes={CLASSES}
    >
      {(form, draft) => (
        <>
          <MasterLimits limits={saved.limits} />
          <TermsSections form={form} draft={draft} />
        </>
      )}
    </EditTerms>
  );
};
