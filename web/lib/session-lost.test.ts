import { expect } from 'chai';
import { sessionLost } from './session-lost.ts';

describe('Loss of a session', () => {
  afterEach(() => {
    sessionLost.leave();
    sessionLost.enter();
  });

  it('is over once the session is regained, which is counted so that connections reconnect', () => {
    const before = sessionLost.regainCount();
    sessionLost.note();
    sessionLost.note();
    expect(sessionLost.isLost()).to.equal(true);
    sessionLost.regain();
    expect(sessionLost.isLost()).to.equal(false);
    expect(sessionLost.regainCount()).to.equal(before + 1);
  });

  it('need not be noted first: a new sign-in counts as regained in any case', () => {
    const before = sessionLost.regainCount();
    let changes = 0;
    const stop = sessionLost.onChange(() => (changes += 1));
    sessionLost.regain();
    stop();
    expect(sessionLost.regainCount()).to.equal(before + 1);
    expect(changes).to.equal(1);
  });

  it('is not reported after the user left, neither to them nor to the next user', () => {
    const before = sessionLost.regainCount();
    sessionLost.leave();
    sessionLost.note();
    expect(sessionLost.isLost()).to.equal(false);
    sessionLost.enter();
    expect(sessionLost.isLost()).to.equal(false);
    sessionLost.note();
    expect(sessionLost.isLost()).to.equal(true);
    sessionLost.leave();
    expect(sessionLost.isLost()).to.equal(false);
    expect(sessionLost.regainCount()).to.equal(before);
  });

  it('cannot be regained by a page that was drawn for another member: only a reload helps', () => {
    const before = sessionLost.regainCount();
    sessionLost.note();
    sessionLost.noteOther();
    sessionLost.regain();
    sessionLost.note();
    expect(sessionLost.state()).to.equal('other');
    expect(sessionLost.regainCount()).to.equal(before);
    sessionLost.leave();
    sessionLost.noteOther();
    expect(sessionLost.state(), 'the user left').to.equal('left');
  });
});
