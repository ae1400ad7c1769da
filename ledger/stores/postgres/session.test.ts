import { expect } from 'chai';
import { isoTime } from './session.ts';

describe('isoTime', () => {
  it('reads a Postgres time to the millisecond, also without trailing zeros', () => {
    const times = [
      '2026-11-20 12:49:00+00',
      '2026-11-20 12:49:00.5+00',
      '2026-11-20 12:49:00.017+00',
    ];
    expect(times.map(isoTime)).to.deep.equal([
      '2026-11-20T12:49:00.000Z',
      '2026-11-20T12:49:00.500Z',
      '2026-11-20T12:49:00.017Z',
    ]);
  });
});
