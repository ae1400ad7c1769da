import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { toast } from '#/web/lib/toast.ts';
import type { OwnMembership } from '#/api/contract/person.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, mutate, newIdempotencyKey, query } from '#/web/lib/rpc.ts';
import { tellTabs } from '#/web/lib/session-news.ts';
import { MenuChoice, MenuSeparator } from '#/web/ui/menu.tsx';
import { useOwnAccessTexts } from '#/web/features/session/own-access-texts.ts';

const membershipsQuery = queryOptions({
  queryKey: ['own-memberships'],
  queryFn: ({ signal }) => query('person.listMemberships', {}, { signal }),
});

const keyOf = ({ kind, personId }: OwnMembership): string => `${kind} ${personId}`;

/** Chooses between several memberships (seller, staff, manager …). */
export const OwnMemberships = () => {
  const { memberships: texts } = useOwnAccessTexts();
  const language = useLanguage();
  const { data } = useQuery(membershipsQuery);
  const choose = useMutation({
    mutationFn: ({ kind, personId }: OwnMembership) =>
      mutate(
        'person.chooseMembership',
        { kind, personId },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSuccess: () => {
      tellTabs('signed-in');
      // A full page load discards the former session's data; `/` leads to the new home.
      window.location.assign('/');
    },
    onError: (failure) => toast.error(failureText(failure, language)),
  });
  const memberships = data?.memberships ?? [];
  if (memberships.length < 2) return null;
  const labelOf = ({ role, platformName, sellerName }: OwnMembership): string =>
    [sellerName ?? texts.roles[role], platformName].filter((part) => part !== null).join(' · ');
  const current = memberships.find(({ isThis }) => isThis);
  return (
    <>
      <MenuSeparator />
      <MenuChoice
        label={texts.label}
        value={current ? keyOf(current) : ''}
        onChange={(key) => {
          const chosen = memberships.find((each) => keyOf(each) === key);
          if (chosen && !chosen.isThis) choose.mutate(chosen);
        }}
        options={memberships.map((each) => ({ value: keyOf(each), label: labelOf(each) }))}
      />
    </>
  );
};
