import { expect } from 'chai';
import { filledBarsOf, judgePassword } from './judge-password.ts';
import { loadEstimator } from './load-estimator.ts';

const personalWords = ['maria@loja-azul.example', 'Maria da Silva', 'Loja Azul'];

describe('The meter of a new password', () => {
  it('shows nothing for an empty password, and until the library is loaded only that one is short', () => {
    expect(judgePassword('', personalWords, undefined)).to.equal(undefined);
    expect(judgePassword('onze letras', personalWords, undefined)).to.equal('SHORT');
    expect(judgePassword('doze letras!', personalWords, undefined)).to.equal(undefined);
  });

  it('calls weak a password that is easily guessed, also by the words of the person and the platform', async () => {
    const scoreOf = await loadEstimator();
    for (const password of [
      'senha1234567',
      'razao-demo-12',
      'Maria.da.Silva.12',
      'LOJA AZUL 2026!',
    ])
      expect(judgePassword(password, personalWords, scoreOf), password).to.equal('WEAK');
  });

  it('fills more bars for a better password', async () => {
    const scoreOf = await loadEstimator();
    const verdicts = ['curta', 'senha1234567', 'chuva de verão', 'cavalo bateria grampo'].map(
      (password) => judgePassword(password, personalWords, scoreOf),
    );
    expect(verdicts).to.deep.equal(['SHORT', 'WEAK', 'FAIR', 'STRONG']);
    expect(verdicts.map(filledBarsOf)).to.deep.equal([1, 1, 2, 3]);
    expect(filledBarsOf(undefined)).to.equal(0);
  });
});
