import { expect } from 'chai';
import fc from 'fast-check';
import { chooseAcquirer, chooseAfter, type Candidate } from './choose.ts';
import { route } from './route.ts';

const candidate = (
  provider: string,
  share: number,
  standing: Candidate['standing'] = 'FIT',
): Candidate => ({ provider, share, standing });

const chosen = (id: string, ...all: readonly Candidate[]) => {
  const decision = chooseAcquirer(id, all);
  return decision && `${decision.provider} ${decision.choice.reason}`;
};

const standing = fc.constantFrom<Candidate['standing']>('FIT', 'ASIDE', 'NOT_OFFERED', 'DECLINED');
const candidates = fc.uniqueArray(
  fc.record({ provider: fc.stringMatching(/^[a-z]{1,8}$/), share: fc.nat({ max: 100 }), standing }),
  { selector: ({ provider }) => provider, minLength: 1, maxLength: 10 },
);

describe('Choosing an acquirer', () => {
  it('distributes payments over the acquirers by their shares', () => {
    const all = [
      candidate('onz', 70),
      candidate('venit', 20),
      candidate('bmb', 10),
      candidate('zendry', 0),
    ];
    const counts: Record<string, number> = {};
    for (let at = 0; at < 20_000; at += 1) {
      const { provider } = chooseAcquirer(`payment-${at}`, all) ?? { provider: 'nobody' };
      counts[provider] = (counts[provider] ?? 0) + 1;
    }
    expect(counts.onz).to.be.within(13_700, 14_300);
    expect(counts.venit).to.be.within(3_750, 4_250);
    expect(counts.bmb).to.be.within(1_800, 2_200);
    expect(counts.zendry).to.equal(undefined);
  });

  it('distributes the share of a suspended acquirer over the fit ones', () => {
    const all = [candidate('onz', 80, 'ASIDE'), candidate('venit', 10), candidate('bmb', 10)];
    const chosenProviders = new Set(
      Array.from({ length: 200 }, (_, at) => chooseAcquirer(`p-${at}`, all)?.provider),
    );
    expect(chosenProviders).to.deep.equal(new Set(['venit', 'bmb']));
  });

  it('chooses the first acquirer in order when all available ones have a share of 0', () => {
    expect(
      chosen('p-1', candidate('onz', 100, 'ASIDE'), candidate('venit', 0), candidate('bmb', 0)),
    ).to.equal('venit PRIORITY');
    expect(chosen('p-1', candidate('onz', 100, 'NOT_OFFERED'), candidate('venit', 0))).to.equal(
      'venit ONLY',
    );
  });

  it('chooses a suspended acquirer only as the last resort, and one that lacks the operation never', () => {
    expect(chosen('p-1', candidate('onz', 100, 'ASIDE'))).to.equal('onz LAST_RESORT');
    expect(chosen('p-1', candidate('onz', 100, 'NOT_OFFERED'))).to.equal(undefined);
  });

  it('falls back to the next acquirer in order, and to none when all have declined', () => {
    const { choice } =
      chooseAcquirer('p-1', [candidate('onz', 100), candidate('bmb', 0), candidate('venit', 0)]) ??
      {};
    const second = choice && chooseAfter('onz', 'p-1', choice);
    expect([second?.provider, second?.choice.reason]).to.deep.equal(['bmb', 'FALLBACK']);
    const third = second && chooseAfter('bmb', 'p-1', second.choice);
    expect(third?.provider).to.equal('venit');
    expect(third && chooseAfter('venit', 'p-1', third.choice)).to.equal(undefined);
  });

  it('repeats its choice from the recorded candidates, and chooses a suspended one only if none is fit', () => {
    fc.assert(
      fc.property(fc.uuid(), candidates, (id, all) => {
        const first = chooseAcquirer(id, all);
        if (!first) {
          expect(all.some((each) => each.standing === 'FIT' || each.standing === 'ASIDE')).to.equal(
            false,
          );
          return;
        }
        expect(chooseAcquirer(id, first.choice.considered)).to.deep.equal(first);
        const chosenStatus = all.find(({ provider }) => provider === first.provider)?.standing;
        expect(chosenStatus).to.be.oneOf(['FIT', 'ASIDE']);
        if (chosenStatus === 'ASIDE')
          expect(all.every((each) => each.standing !== 'FIT')).to.equal(true);
      }),
    );
  });
});

describe('Route', () => {
  it('is empty, or names each acquirer once with shares that sum to 100', () => {
    const isRoute = (value: unknown) => route.safeParse(value).success;
    expect(isRoute([])).to.equal(true);
    expect(isRoute([{ provider: 'onz', share: 100 }])).to.equal(true);
    expect(
      isRoute([
        { provider: 'onz', share: 60 },
        { provider: 'bmb', share: 40 },
      ]),
    ).to.equal(true);
    expect(
      isRoute([
        { provider: 'onz', share: 60 },
        { provider: 'onz', share: 40 },
      ]),
    ).to.equal(false);
    expect(isRoute([{ provider: 'onz', share: 99 }])).to.equal(false);
  });
});
