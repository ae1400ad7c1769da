import { expect } from 'chai';
import fc from 'fast-check';
import { chooseAcquirer, chooseAfter, type Candidate } from './choose.ts';
import { route } from './route.ts';

const stop = (
  provider: string,
  share: number,
  standing: Candidate['standing'] = 'FIT',
): Candidate => ({ provider, share, standing });

const chosen = (id: string, ...all: readonly Candidate[]) => {
  const it = chooseAcquirer(id, all);
  return it && `${it.provider} ${it.choice.reason}`;
};

const standing = fc.constantFrom<Candidate['standing']>('FIT', 'ASIDE', 'NOT_OFFERED', 'DECLINED');
const stops = fc.uniqueArray(
  fc.record({ provider: fc.stringMatching(/^[a-z]{1,8}$/), share: fc.nat({ max: 100 }), standing }),
  { selector: ({ provider }) => provider, minLength: 1, maxLength: 10 },
);

describe('choosing an acquirer', () => {
  it('gives each its share of the payments', () => {
    const all = [stop('onz', 70), stop('venit', 20), stop('bmb', 10), stop('zendry', 0)];
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

  it('shares among those that are fit what the others would have had', () => {
    const all = [stop('onz', 80, 'ASIDE'), stop('venit', 10), stop('bmb', 10)];
    const takers = new Set(
      Array.from({ length: 200 }, (_, at) => chooseAcquirer(`p-${at}`, all)?.provider),
    );
    expect(takers).to.deep.equal(new Set(['venit', 'bmb']));
  });

  it('goes by priority where no share is left', () => {
    expect(chosen('p-1', stop('onz', 100, 'ASIDE'), stop('venit', 0), stop('bmb', 0))).to.equal(
      'venit PRIORITY',
    );
    expect(chosen('p-1', stop('onz', 100, 'NOT_OFFERED'), stop('venit', 0))).to.equal('venit ONLY');
  });

  it('asks one that stepped aside only when nobody else is left', () => {
    expect(chosen('p-1', stop('onz', 100, 'ASIDE'))).to.equal('onz LAST_RESORT');
    expect(chosen('p-1', stop('onz', 100, 'NOT_OFFERED'))).to.equal(undefined);
  });

  it('falls back in order, and never on one that declined', () => {
    const { choice } =
      chooseAcquirer('p-1', [stop('onz', 100), stop('bmb', 0), stop('venit', 0)]) ?? {};
    const second = choice && chooseAfter('onz', 'p-1', choice);
    expect([second?.provider, second?.choice.reason]).to.deep.equal(['bmb', 'FALLBACK']);
    const third = second && chooseAfter('bmb', 'p-1', second.choice);
    expect(third?.provider).to.equal('venit');
    expect(third && chooseAfter('venit', 'p-1', third.choice)).to.equal(undefined);
  });

  it('is replayed from what was considered, for every circumstance', () => {
    fc.assert(
      fc.property(fc.uuid(), stops, (id, all) => {
        const first = chooseAcquirer(id, all);
        if (!first) {
          expect(all.some((one) => one.standing === 'FIT' || one.standing === 'ASIDE')).to.equal(
            false,
          );
          return;
        }
        expect(chooseAcquirer(id, first.choice.considered)).to.deep.equal(first);
        const taken = all.find(({ provider }) => provider === first.provider)?.standing;
        expect(taken).to.be.oneOf(['FIT', 'ASIDE']);
        if (taken === 'ASIDE') expect(all.every((one) => one.standing !== 'FIT')).to.equal(true);
      }),
    );
  });
});

describe('a route', () => {
  it('names each acquirer once, with shares that make 100, or nobody', () => {
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
