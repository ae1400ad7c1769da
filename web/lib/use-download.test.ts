import { expect } from 'chai';
import { createDownloads, type DownloadState } from './use-download.ts';

describe('A download', () => {
  const createTestDownloads = () => {
    const states: DownloadState[] = [];
    const asked: string[] = [];
    let end = Promise.withResolvers<string>();
    const downloads = createDownloads(
      (state) => states.push(state),
      async ({ url, signal, onProgress }) => {
        asked.push(url);
        signal.addEventListener('abort', () => end.reject(new Error('aborted')));
        onProgress({ lines: 2, bytes: 20 });
        return end.promise;
      },
    );
    // Makes the next download wait for its own end.
    const again = () => (end = Promise.withResolvers<string>());
    return { ...downloads, states, asked, again, finish: (file: string) => end.resolve(file) };
  };

  it('is not started a second time while it runs', async () => {
    const { start, finish, again, states, asked } = createTestDownloads();
    const first = start('/sales', 'sales.csv');
    await start('/sales', 'sales.csv');
    expect(asked).to.deep.equal(['/sales']);
    finish('sales.csv');
    await first;
    const progress = { lines: 2, bytes: 20 };
    expect(states.at(-1)).to.deep.equal({ kind: 'done', file: 'sales.csv', progress });
    again();
    finish('sales.csv');
    await start('/sales', 'sales.csv');
    expect(asked, 'after its end').to.have.length(2);
  });

  it('may be started again after it was cancelled', async () => {
    const { start, cancel, finish, again, states, asked } = createTestDownloads();
    const first = start('/sales', 'sales.csv');
    cancel();
    await first;
    expect(states.at(-1)).to.deep.equal({ kind: 'canceled' });
    again();
    finish('sales.csv');
    await start('/sales', 'sales.csv');
    expect(asked).to.have.length(2);
    expect(states.at(-1)).to.include({ kind: 'done' });
  });
});
