import { expect } from 'chai';
import type { EventText } from './texts.ts';
import { WriteJudge } from './writes.ts';

const NAME = '850a9575-0e54-503d-9ac4-e3ffda99e9ad';

const event = (type: string, provider: string): EventText => ({
  position: type,
  id: type,
  stream: `payment-${NAME}`,
  type,
  data: JSON.stringify({ provider }),
  meta: '{}',
});

/** @returns the findings after this number of captures of one charge */
const findingsAfter = (captures: number, events: readonly EventText[]): readonly string[] => {
  const found: string[] = [];
  const judge = new WriteJudge({ events, everything: events }, (finding) => found.push(finding));
  const sent = { method: 'PUT', path: '/charges/1/capture', headers: {}, body: '{}' };
  const capture = { ...sent, operation: 'capture', charge: NAME };
  for (let nth = 0; nth < captures; nth += 1)
    judge.receive({ id: 'celcoin', isRepeatable: false }, capture);
  return found;
};

const charge = event('ChargeAttempted', 'celcoin');
const capture = event('CaptureAttempted', 'celcoin');

describe('The judge of writes', () => {
  it('lets a charge be captured by the call that made it, and by each recorded call of its own', () => {
    expect(findingsAfter(1, [charge])).to.deep.equal([]);
    expect(findingsAfter(2, [charge, capture])).to.deep.equal([]);
  });

  it('finds captures beyond the number of attempts at their acquirer', () => {
    const name = NAME.replaceAll('-', '');
    expect(findingsAfter(2, [charge])).to.deep.equal([
      `captures of ${name} were sent 2 times with 1 attempts`,
    ]);
    const unmarked = ['a capture reached celcoin without the mark of an attempt'];
    expect(findingsAfter(1, [event('ChargeAttempted', 'sandbox')])).to.deep.equal(unmarked);
  });
});
