import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { OutputOf, SearchName } from '#/api/contract/contract.ts';
import { roles, type Area } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import { storeSearchText } from '#/web/backoffice/search-text.ts';
import { groupsOf, navigationOf, type BackofficePage } from '#/web/features/session/access.ts';
import { matchesWords } from '#/web/lib/matches-words.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { lookFor } from '#/web/lib/rpc.ts';
import { useDebounced } from '#/web/lib/use-debounced.ts';
import { FinderBox } from '#/web/ui/blocks/finder-box.tsx';
import type { FinderEntry, FinderGroup } from '#/web/ui/blocks/finder-box.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useTexts } from '#/web/i18n/texts.ts';

/** Sales are requested when typing pauses this long. */
const DEBOUNCE_MILLISECONDS = 200;

/** A single letter would match too many sales. */
const SHORTEST = 2;

const usePages = (session: Session, text: string): FinderGroup => {
  const { finder, groups, nav } = useTexts();
  const navigate = useNavigate();
  const pages = groupsOf(session).flatMap((section) =>
    section.pages.map(({ to, label }) => {
      const note = section.group === 'overview' ? undefined : groups[section.group];
      return { id: to, label: nav[label], note, open: () => void navigate({ to }) };
    }),
  );
  return {
    heading: finder.pages,
    items: pages.filter(({ label, note = '' }) => matchesWords(`${label} ${note}`, text)),
  };
};

interface Source {
  readonly find: SearchName & `${string}.find`;
  readonly page: BackofficePage['to'];
}

/** Masters and managers see no sales. */
const sources: Readonly<Record<Area, Source | undefined>> = {
  seller: { find: 'seller.find', page: '/platform/my-sales' },
  admin: { find: 'admin.find', page: '/admin-root/manage-sales' },
  master: undefined,
  manager: undefined,
};

const sourceOf = ({ role }: Session): Source | undefined => sources[roles[role].area];

/** The newest matches, if this user may see sales. */
const useSales = (session: Session, enteredText: string) => {
  const source = sourceOf(session);
  const text = useDebounced(enteredText.trim(), DEBOUNCE_MILLISECONDS);
  const mayLook = navigationOf(session).some(({ to }) => to === source?.page);
  const answer = useQuery({
    queryKey: ['found', session.role, text],
    queryFn: ({ signal }): Promise<OutputOf<'seller.find'>> => {
      if (source === undefined) throw new Error('there is nothing to look for here');
      const input = { text, after: newestPosition() };
      return lookFor(source.find, input, { signal });
    },
    enabled: mayLook && text.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const matches = mayLook && enteredText.trim().length >= SHORTEST ? answer.data : undefined;
  const isLooking = mayLook && (answer.isFetching || text !== enteredText.trim());
  // The server finds nothing to search for in a text such as `%`.
  const isTooLittle = enteredText.trim().length < SHORTEST || matches?.searched === 'NOTHING';
  return { matches, isLooking, isTooLittle: mayLook && isTooLittle, answer, mayLook };
};

/** A sale opens its details; a buyer opens the sales with their name. */
const useSaleGroups = (
  session: Session,
  matches: OutputOf<'seller.find'> | undefined,
): readonly FinderGroup[] => {
  const { finder, status } = useTexts();
  const { date, money } = useFormats();
  const navigate = useNavigate();
  const source = sourceOf(session);
  if (matches === undefined || source === undefined) return [];
  const { page: to } = source;
  const sales = matches.sales.map((sale): FinderEntry => ({
    id: sale.paymentId,
    label: sale.buyerName === null ? sale.title : `${sale.buyerName} · ${sale.title}`,
    note: `${money(sale.amount)} · ${status[sale.status]} · ${date(sale.requestedAt)}`,
    open: () => void navigate({ to, search: { open: sale.paymentId } }),
  }));
  const people = matches.people.map((person): FinderEntry => ({
    id: `person of ${person.paymentId}`,
    label: person.name,
    note: finder.lastSale(date(person.requestedAt)),
    open: () => void navigate({ to, state: storeSearchText(session, { text: person.name }) }),
  }));
  return [
    { heading: finder.people, items: people },
    { heading: finder.sales, items: sales },
  ];
};

interface FinderProps {
  readonly session: Session;
  readonly onClose: () => void;
}

/** Finds pages, sales and people that the user may see. */
const Finder = ({ session, onClose }: FinderProps) => {
  const { finder, sales } = useTexts();
  const [text, setText] = useState('');
  const pages = usePages(session, text);
  const { matches, isLooking, isTooLittle, mayLook, answer } = useSales(session, text);
  const saleGroups = useSaleGroups(session, matches);
  const groups = [pages, ...saleGroups].filter(({ items }) => items.length > 0);
  const status = (): string | undefined => {
    if (answer.isError && text !== '') return finder.failed;
    if (isLooking && text.trim().length >= SHORTEST) return finder.looking;
    if (groups.length > 0) return undefined;
    if (isTooLittle) return sales.noWordText;
    return mayLook ? `${finder.nothing} ${sales.wholeWords}` : finder.nothing;
  };
  return (
    <FinderBox
      title={finder.title}
      placeholder={finder.placeholder}
      text={text}
      onText={setText}
      groups={groups}
      status={status()}
      onClose={onClose}
    />
  );
};

export default Finder;
