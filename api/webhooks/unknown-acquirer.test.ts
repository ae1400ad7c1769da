import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { Refused } from '#/domain/errors/refused.ts';

/** Invalid notices allowed in the test's period. */
const BAD = 10;
const AT_ONCE = 4;

describe('A notice for an acquirer that the platform has not connected', () => {
  let world: ApiWorld;
  let looking = 0;
  let most = 0;

  before(async () => {
    world = await apiWorld({
      limits: { badNotice: { points: BAD, seconds: 600 } },
      providers: async (providerId) => {
        looking += 1;
        most = Math.max(most, looking);
        await world.services.database.query('SELECT 1');
        looking -= 1;
        throw new Refused('provider/not-offered', { providerId });
      },
    });
  });
  after(() => world.close());

  it('is refused; its sender is limited, and few of them are looked up at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * BAD }, (_, nth) =>
        world.post(`/api/webhooks/noxpay/platform-${nth}`, { id: nth }),
      ),
    );
    const withStatus = (status: number) =>
      answers.filter((answer) => answer.status === status).length;
    expect([withStatus(404), withStatus(429)]).to.deep.equal([BAD, 2 * BAD]);
    expect(most).to.be.within(1, AT_ONCE);
  });
});
