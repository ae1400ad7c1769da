import { expect } from 'chai';
import { describeLost } from './lost.ts';

const at = (stream: string, type: string, data: object = {}) => ({
  id: `${stream} ${type}`,
  position: `${stream} ${type}`,
  stream,
  type,
  data: JSON.stringify(data),
  meta: '{}',
});

const requested = at('payment-p-1', 'PaymentRequested');
const callAt = (provider: string) => at('payment-p-1', 'ChargeAttempted', { provider });

/** @param lost events that the log has lost @returns what the oracle says about them */
const descriptionOf = (
  events: readonly ReturnType<typeof at>[],
  lost: readonly ReturnType<typeof at>[],
): string => describeLost({ events, everything: [...events, ...lost] }, 'p1');

describe('What the log has lost of an item', () => {
  it('is a request, or the calls of an acquirer', () => {
    expect(descriptionOf([], [requested])).to.include('lost a request');
    expect(descriptionOf([requested, callAt('zendry')], [callAt('sandbox')])).to.include(
      'lost the calls',
    );
  });

  it('is nothing where every acquirer that was called is still on record', () => {
    expect(descriptionOf([requested], [])).to.equal('');
    expect(descriptionOf([requested, callAt('zendry')], [callAt('zendry')])).to.equal('');
  });
});
