import { expect } from 'chai';
import { ConnectionLost, ProblemError } from './rpc.ts';
import { isOutdated, isReplacedBy, revisionNow } from './use-basis.ts';

const refused = (code: string, details?: Readonly<Record<string, unknown>>) =>
  new ProblemError({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code,
    detail: { pt: 'Mudou.', en: 'It changed.' },
    ...(details && { details }),
    requestId: 'r-1',
  });

describe('Change that is based on an older record', () => {
  it('is recognised by the refusal, for every kind of record that another user changed or created first', () => {
    expect(isOutdated(refused('record/changed-meanwhile'))).to.equal(true);
    expect(isOutdated(refused('staff/changed-meanwhile'))).to.equal(true);
    expect(isOutdated(refused('record/already-exists'))).to.equal(true);
    expect(isOutdated(refused('record/archived'))).to.equal(false);
    expect(isOutdated(new ConnectionLost('offline'))).to.equal(false);
  });

  it('is decided again on the revision that the refusal holds', () => {
    expect(revisionNow(refused('record/changed-meanwhile', { revision: 4 }))).to.equal(4);
    expect(revisionNow(refused('record/changed-meanwhile', { revision: '4' }))).to.equal(undefined);
    expect(revisionNow(refused('record/already-exists'))).to.equal(undefined);
    expect(revisionNow(refused('record/archived', { revision: 4 }))).to.equal(undefined);
    expect(revisionNow(null)).to.equal(undefined);
  });

  it('gets a newer revision, or after a loss what is left of the record, but none of a slow replica', () => {
    for (const isSame of [true, false]) {
      const isReplaced = (shown: number, basedOn: number, left?: number): boolean =>
        isReplacedBy(shown, basedOn, { isSame, left });
      expect(isReplaced(6, 5)).to.equal(true);
      expect(isReplaced(5, 5), 'used again for other content').to.equal(!isSame);
      expect(isReplaced(4, 5)).to.equal(false);
      expect(isReplaced(4, 5, 6), 'refused because it was outdated').to.equal(false);
      expect(isReplaced(4, 5, 4), 'refused because revision 5 is lost').to.equal(true);
      expect(isReplaced(3, 5, 4)).to.equal(false);
    }
  });
});
