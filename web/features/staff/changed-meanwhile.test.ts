import { expect } from 'chai';
import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';
import { changedMeanwhile } from './changed-meanwhile.ts';

const details = {
  permissions: ['isSalesAvailable', 'isDashboardAvailable'],
  status: 'BLOCKED',
  revision: 4,
  changedAt: '2026-11-27T12:00:00Z',
};

const refused = (code: string, record: Readonly<Record<string, unknown>>) =>
  new ProblemError({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code,
    detail: { pt: 'Mudou.', en: 'It changed.' },
    details: record,
    requestId: 'r-1',
  });

describe('Change of a functionary who was changed meanwhile', () => {
  it('is recognised by the refusal, which has the current record', () => {
    expect(changedMeanwhile(refused('staff/changed-meanwhile', details))).to.deep.equal({
      permissions: ['isDashboardAvailable', 'isSalesAvailable'],
      status: 'BLOCKED',
      revision: 4,
      changedAt: '2026-11-27T12:00:00Z',
    });
  });

  it('is not recognised by other refusals or a lost connection', () => {
    expect(changedMeanwhile(refused('staff/flag-not-held', details))).to.equal(undefined);
    expect(changedMeanwhile(new ConnectionLost('offline'))).to.equal(undefined);
    expect(changedMeanwhile(null)).to.equal(undefined);
  });

  it('is not recognised if a part of the record is missing or unknown', () => {
    for (const name of Object.keys(details)) {
      const partial = { ...details, [name]: undefined };
      expect(changedMeanwhile(refused('staff/changed-meanwhile', partial)), name).to.equal(
        undefined,
      );
    }
    const unknown = { ...details, status: 'ON_LEAVE' };
    expect(changedMeanwhile(refused('staff/changed-meanwhile', unknown))).to.equal(undefined);
  });
});
