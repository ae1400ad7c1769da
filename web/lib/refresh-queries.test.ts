import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect } from 'chai';
import { eventually } from '#/scripts/testing/eventually.ts';
import { refreshQueries } from './refresh-queries.ts';

describe('refreshQueries', () => {
  let client: QueryClient;
  /** Each answers one request with a state. */
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

  const shown = () => client.getQueryData(['sales', 'seller']);
  const made = (count: number) =>
    eventually(async () => requests.length === count || undefined, `request ${count}`);
  const answer = (nth: number, text: string) => requests[nth]?.(text);

  it('asks again what is on its first load, whose answer may be from before', async () => {
    await made(1);
    const refreshed = refreshQueries(client, { queryKey: ['sales'] });
    answer(0, 'before');
    await refreshed;
    await made(2);
    answer(1, 'after');
    await eventually(async () => shown() === 'after' || undefined, 'what is true now is shown');
  });

  it('asks once for what was shown already, and for nothing else', async () => {
    await made(1);
    answer(0, 'before');
    await eventually(async () => shown() === 'before' || undefined, 'the first answer is shown');
    await refreshQueries(client, { queryKey: ['balances'] });
    await refreshQueries(client, { queryKey: ['sales'] });
    await made(2);
    answer(1, 'after');
    await eventually(async () => shown() === 'after' || undefined, 'what is true now is shown');
    expect(requests).to.have.length(2);
  });

  it('asks again after a first load that failed', async () => {
    await made(1);
    const refreshed = refreshQueries(client);
    answer(0, Promise.reject(new Error('cut off')) as never);
    await refreshed;
    await made(2);
  });
});
