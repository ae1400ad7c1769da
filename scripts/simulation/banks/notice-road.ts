import type { SentNotice } from './bank.ts';
import type { RunningProduct } from '#/scripts/simulation/product.ts';
import { createCounter } from '#/scripts/simulation/draws.ts';
import type { FaultRates } from './network.ts';
import { traceText } from '#/scripts/simulation/trace.ts';
import type { World } from '#/scripts/simulation/world.ts';

/** Milliseconds. */
const ON_THE_WAY = [50, 4_000] as const;
const LATE = [60_000, 600_000] as const;
/** Milliseconds until the second try; the pause before each later try is longer by this. */
const AGAIN_AFTER = 20_000;
/** Milliseconds until an acquirer stops waiting for an answer. */
const ANSWERED_WITHIN = 10_000;
const TRIES = 6;

interface Road {
  readonly world: World;
  readonly faultRates: FaultRates;
  /** A running process, if any. */
  readonly reach: (key: string) => RunningProduct | undefined;
  readonly onVice: (vice: string) => void;
  readonly onReceived: (outcome: string) => void;
}

const doNothing = async (): Promise<void> => undefined;

/** Notices may be lost, or arrive twice or late, and are sent again when not accepted. */
export const createNoticeRoad = ({ world, faultRates, reach, onVice, onReceived }: Road) => {
  const { chance, between } = world.draws;
  const countOf = createCounter();
  let underWay = 0;

  const plan = (ms: number, line: string, deliver: () => void): void => {
    underWay += 1;
    world.after(ms, line, () => {
      underWay -= 1;
      deliver();
    });
  };

  const arrive = (notice: SentNotice, key: string, tries: number): void => {
    const { url, headers, body } = notice;
    let isOver = false;
    const retryLater = (): void => {
      if (isOver || tries >= TRIES) return;
      isOver = true;
      plan(AGAIN_AFTER * tries, `${key} again`, () => arrive(notice, key, tries + 1));
    };
    const running = reach(`${key} ${tries}`);
    if (running === undefined) return retryLater();
    const { process, notices } = running;
    const [provider = '', platformId = '', secret = ''] = new URL(url).pathname.split('/').slice(3);
    const address = { provider, platformId, secret };
    const accept = (outcome: string): void => {
      isOver = true;
      onReceived(outcome);
    };
    // A dead process answers nothing.
    world.after(ANSWERED_WITHIN, `${key} answer due`, retryLater);
    process.receive(() => {
      void notices
        .receive(address, { headers, body }, doNothing)
        .then(({ outcome }) => accept(outcome), retryLater);
    });
  };

  const tell = (notice: SentNotice): void => {
    const { about } = notice;
    const key = `notice about ${about} ${countOf(about)}`;
    const isMet = (vice: 'notice lost' | 'notice twice' | 'notice late'): boolean => {
      const met = chance(vice, key) < (faultRates[vice] ?? 0);
      if (met) onVice(vice);
      return met;
    };
    if (!notice.isSure && isMet('notice lost')) return;
    const ms = between(isMet('notice late') ? LATE : ON_THE_WAY, 'notice comes', key);
    world.note(() => `${key} ${traceText([notice])}`);
    plan(ms, `${key} comes`, () => arrive(notice, key, 1));
    if (!isMet('notice twice')) return;
    plan(ms * 2, `${key} twice`, () => arrive(notice, key, 1));
  };

  return { tell, isEmpty: () => underWay === 0 };
};
