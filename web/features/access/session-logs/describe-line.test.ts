import { expect } from 'chai';
import { sessionLogs } from '#/web/i18n/pt-br/people/session-logs.ts';
import { describeLine } from './describe-line.ts';

const NOTHING = {
  failures: null,
  isKnownDevice: null,
  cause: null,
  change: null,
  reason: null,
} as const;

describe('A line of the log of sessions', () => {
  it('says in words why a session ended, and why a master ended it', () => {
    const line = { ...NOTHING, cause: 'REVOKED', reason: 'Celular perdido' };
    expect(describeLine(line, sessionLogs)).to.equal(
      'Um master encerrou a sessão · Celular perdido',
    );
  });

  it('shows an end that this release does not know as it is', () => {
    const line = { ...NOTHING, cause: 'OF_A_LATER_RELEASE', change: 'OF_A_LATER_RELEASE' };
    expect(describeLine(line, sessionLogs)).to.equal('OF_A_LATER_RELEASE · OF_A_LATER_RELEASE');
  });
});
