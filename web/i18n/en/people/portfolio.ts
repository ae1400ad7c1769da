import type { PortfolioTexts } from '#/web/i18n/pt-br/people/portfolio.ts';
import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('en');

export const portfolio: PortfolioTexts = {
  dashboard: {
    title: 'Dashboard',
    note: 'Approved sales, in reais, of the sellers in your portfolio.',
    volumes: 'Volume of the portfolio',
    sales: (count) => plural(count, 'sale', 'sales'),
    sellers: (count) =>
      count === 0
        ? 'No seller in your portfolio'
        : `${plural(count, 'seller', 'sellers')} in your portfolio`,
    noPrevious: 'no sales before',
    emptyTitle: 'Your portfolio is empty',
    emptyText:
      'Once the staff of the platform put sellers into your portfolio, their volume is shown here.',
  },
  ranking: {
    title: 'Sellers by volume',
    none: 'No one sold in this period.',
    seller: 'Seller',
    volume: 'Volume',
    share: 'Share',
    change: 'Change',
    sales: 'Sales',
    others: (count) =>
      `And ${plural(count, 'more seller', 'more sellers')} who sold in this period or the one before.`,
    all: 'See all sellers',
  },
  title: 'My sellers',
  note: 'Who is in your portfolio: status, documents and volume in reais.',
  seller: 'Seller',
  status: 'Status',
  statuses: { ACTIVE: 'Active', BLOCKED: 'Blocked' },
  review: 'Documents',
  reviews: {
    INCOMPLETE: 'Incomplete',
    WAITING: 'Wait for staff',
    REJECTED: 'Rejected',
    APPROVED: 'Approved',
  },
  volume: 'Volume in 30 days',
  before: '30 days before',
  change: 'Change',
  lastSale: 'Last sale',
  neverSold: 'Never sold',
  search: "Seller's name",
  searchNote: 'Whole words of the name.',
  emptyTitle: 'Your portfolio is empty',
  emptyText: 'The staff of the platform put sellers into your portfolio.',
  notFoundTitle: (text) => `No one with “${text}”`,
  notFoundText: 'The search is by whole words of the name, in your portfolio.',
  noWordTitle: 'Nothing to search for',
  noWordText: 'Type a name.',
  stillIndexing: 'The search is still being prepared: someone may be missing.',
  clear: 'See all',
  by: (at, by) => `${at} by ${by}`,
  manager: 'a manager',
  notes: {
    title: 'Notes',
    label: 'New note',
    hint: 'The staff of the platform see it too, and who looks after this seller after you. A note is neither changed nor deleted, and the person gets it if they ask for their data.',
    missing: 'Write the note.',
    submit: 'Add note',
    done: 'Note saved',
    none: 'No note yet.',
    erased: "Erased with the person's data.",
    older: 'Show older ones',
  },
};
