import { expect } from 'chai';
import { filledBarsOf, judgePassword } from './judge-password.ts';
import { loadEstimator } from './load-estimator.ts';

const known = ['maria@loja-azul.example', 'Maria da Silva', 'Loja Azul'];

describe('The meter of a new password', () => {
  it('says nothing of no password, and what is short before the library is there', () => {
    expect(judgePassword('', known, undefined)).to.equal(undefined);
    expect(judgePassword('onze letras', known, undefined)).to.equal('SHORT');
    expect(judgePassword('doze letras!', known, undefined)).to.equal(undefined);
  });

  it('calls weak what the server refuses, also for the words of the person and the platform', async () => {
    const scoreOf = await loadEstimator();
    for (const password of [
      'senha1234567',
      'razao-demo-12',
      'Maria.da.Silva.12',
      'LOJA AZUL 2026!',
    ])
      expect(judgePassword(password, known, scoreOf), password).to.equal('WEAK');
  });

  it('fills more bars for a better password', async () => {
    const scoreOf = await loadEstimator();
    const judged = ['curta', 'senha1234567', 'chuva de verão', 'cavalo bateria grampo'].map(
      (password) => judgePassword(password, known, scoreOf),
    );
    expect(judged).to.deep.equal(['SHORT', 'WEAK', 'FAIR', 'STRONG']);
    expect(judged.map(filledBarsOf)).to.deep.equal([1, 1, 2, 3]);
    expect(filledBarsOf(undefined)).to.equal(0);
  });
});
