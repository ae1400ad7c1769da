import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect } from 'chai';
import { eventually } from '#/scripts/testing/eventually.ts';
import { refreshQueries } from './refresh-queries.ts';

describe('refreshQueries', () => {
  let client: QueryClient;
  /** Functions that answer the requests, in the order of these. */
  let requests: ((answer: string) => void)[];
  let end: () => void;

  beforeEach(() => {
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    requests = [];
    const observer = new QueryObserver(client, {
      queryKey: ['sales', 'seller'],
      queryFn: () => new Promise<string>((resolve) => void requests.push(resolve)),
    });
    end = observer.subscribe(() => undefined);
  });
  afterEach(() => {
    end();
    client.clear();
  });

  const cached = () => client.getQueryData(['sales', 'seller']);
  const untilRequests = (count: number) =>
    eventually(async () => requests.length === count || undefined, `request ${count}`);
  const answer = (index: number, text: string) => requests[index]?.(text);

  it('repeats a first load in progress, whose answer may be older than the change', async () => {
    await untilRequests(1);
    const refreshed = refreshQueries(client, { queryKey: ['sales'] });
    answer(0, 'before');
    await refreshed;
    await untilRequests(2);
    answer(1, 'after');
    await eventually(async () => cached() === 'after' || undefined, 'what is true now is shown');
  });

  it('repeats a query that has data once, and no other query', async () => {
    await untilRequests(1);
    answer(0, 'before');
    await eventually(async () => cached() === 'before' || undefined, 'the first answer is shown');
    await refreshQueries(client, { queryKey: ['balances'] });
    await refreshQueries(client, { queryKey: ['sales'] });
    await untilRequests(2);
    answer(1, 'after');
    await eventually(async () => cached() === 'after' || undefined, 'what is true now is shown');
    expect(requests).to.have.length(2);
  });

  it('repeats a first load that fails', async () => {
    await untilRequests(1);
    const refreshed = refreshQueries(client);
    // A rejected promise makes the request fail.
    answer(0, Promise.reject(new Error('cut off')) as never);
    await refreshed;
    await untilRequests(2);
  });
});
