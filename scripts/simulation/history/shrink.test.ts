import { expect } from 'chai';
import { shrink, type Input } from './history.ts';

const kill = (nth: number): Input => ({ at: nth, nth, kind: 'kill', place: 0 });
const [first, second, third, fourth] = [kill(1), kill(2), kill(3), kill(4)] as const;

describe('A history that is shrunk', () => {
  it('keeps no input that can be left out, also where another input had to be left out first', async () => {
    const history = [first, second, third, fourth];
    const happens = async (part: readonly Input[]) =>
      part.includes(second) &&
      part.includes(fourth) &&
      (part.includes(first) || !part.includes(third));
    expect(await shrink(history, happens)).to.deep.equal([second, fourth]);
  });

  it('is empty where something happens without any input, and whole where each is needed', async () => {
    expect(await shrink([first, second, third], async () => true)).to.deep.equal([]);
    const history = [first, second, third];
    expect(await shrink(history, async (part) => part.length === 3)).to.deep.equal(history);
  });
});
