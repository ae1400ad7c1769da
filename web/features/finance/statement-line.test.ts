import { expect } from 'chai';
import { isTransfer, movedBy } from './statement-line.ts';

const line = (pendingChange: number, availableChange: number, heldChange: number) => ({
  pendingChange,
  availableChange,
  heldChange,
});

describe('the figure of a statement line', () => {
  it('is what a sale brought, though it is not available yet', () => {
    expect(movedBy(line(91_12, 0, 0))).to.equal(91_12);
  });

  it('is what became available when money only moved between balances', () => {
    expect(movedBy(line(-91_12, 91_12, 0))).to.equal(91_12);
    expect(movedBy(line(0, -50_00, 50_00))).to.equal(-50_00);
    expect(movedBy(line(0, 50_00, -50_00))).to.equal(50_00);
  });

  it('is neither gain nor loss when money only moved between balances', () => {
    expect(isTransfer(line(0, -50_00, 50_00))).to.equal(true);
    expect(isTransfer(line(0, 0, -50_00))).to.equal(false);
  });

  it('is everything a refund took, from whichever balance', () => {
    expect(movedBy(line(-60_00, -31_12, 0))).to.equal(-91_12);
  });

  it('is what left with a withdrawal that was paid', () => {
    expect(movedBy(line(0, 0, -50_00))).to.equal(-50_00);
  });
});
