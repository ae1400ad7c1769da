import { createMemoryNotices } from './memory.ts';
import { noticeStoreContract } from './notice-store.contract.ts';

noticeStoreContract('The memory store of notices', async () => {
  let now = 0;
  const open = createMemoryNotices(() => now);
  return {
    store: open(),
    other: open(),
    pass: async (seconds) => {
      now += seconds * 1_000;
    },
    dispose: async () => undefined,
  };
});
