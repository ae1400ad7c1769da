import { useQuery } from '@tanstack/react-query';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { ReadOnly } from '#/web/ui/hooks/read-only.ts';
import { EditTerms } from './edit-terms.tsx';
import {
  effectiveTermsOf,
  ownDraft,
  ownErrors,
  ownTermsIn,
  type SellerTerms,
} from './own-terms-draft.ts';
import type { Saved } from './terms-fields.ts';
import { ownTermsQuery } from './terms-queries.ts';
import { OfPlatform, TermsSections } from './terms-sections.tsx';
import { useTermsTexts } from './terms-texts.ts';

const CLASSES = {
  all: 'grid grid-cols-[minmax(0,1fr)] gap-6',
  foot: 'flex flex-wrap items-center justify-end gap-2',
};

interface OwnTermsProps {
  readonly sellerId: string;
  readonly isChangeable: boolean;
  /** Whether the user may change payout limits. */
  readonly mayLimit: boolean;
}

/** The terms in which a seller differs from the platform, with example sales. */
const OwnTerms = (props: OwnTermsProps) => {
  const { own } = useTermsTexts();
  const result = useQuery(ownTermsQuery(props.sellerId));
  return (
    <Answer query={result} lines={10}>
      {(terms) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-ink-muted">{props.isChangeable ? own.note : own.readOnly}</p>
          <ReadOnly value={!props.isChangeable}>
            <OwnTermsForm
              key={props.sellerId}
              sellerId={props.sellerId}
              mayLimit={props.mayLimit}
              terms={terms}
            />
          </ReadOnly>
        </div>
      )}
    </Answer>
  );
};

const savedOf = ({ own, platform, revision, changedAt }: SellerTerms): Saved => ({
  values: ownDraft(own, platform),
  revision,
  changedAt,
});

interface OwnTermsFormProps extends Pick<OwnTermsProps, 'sellerId' | 'mayLimit'> {
  readonly terms: SellerTerms;
}

const OwnTermsForm = ({
  sellerId,
  mayLimit,
  terms: { platform, ...ownTerms },
}: OwnTermsFormProps) => {
  const { own } = useTermsTexts();
  const write = useWrite('admin.reviseSellerTerms');
  return (
    <OfPlatform value={{ platform, mayLimit }}>
      <EditTerms
        saved={savedOf({ platform, ...ownTerms })}
        errorsIn={ownErrors}
        priceExample={(draft) => {
          const terms = ownTermsIn(draft);
          return terms && { sellerId, terms };
        }}
        write={write}
        send={(draft, basedOn, outcome) => {
          const terms = ownTermsIn(draft);
          if (terms) write.mutate({ sellerId, terms, basedOn }, outcome);
        }}
        unset={own.follows}
        classes={CLASSES}
      >
        {(form, draft) => <TermsSections form={form} draft={effectiveTermsOf(draft, platform)} />}
      </EditTerms>
    </OfPlatform>
  );
};

export default OwnTerms;
