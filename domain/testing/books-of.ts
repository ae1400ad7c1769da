import { eventSchemas, type DomainEvent } from '#/domain/aggregates/events.ts';
import { postingsOf } from '#/domain/accounting/postings.ts';

/**
 * What the events' postings brought to each address, minus what left it, without zeros. So clearing is negative while the
 * acquirer owes us. The events must match their schemas.
 */
export const booksOf = (events: readonly DomainEvent[]): Readonly<Record<string, number>> => {
  const books: Record<string, number> = {};
  for (const event of events) {
    eventSchemas[event.type].parse(event.data);
    for (const { from, to, amount } of postingsOf(event)) {
      books[from] = (books[from] ?? 0) - amount;
      books[to] = (books[to] ?? 0) + amount;
    }
  }
  return Object.fromEntries(Object.entries(books).filter(([, amount]) => amount !== 0));
};
