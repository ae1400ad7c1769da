import { expect } from 'chai';
import { requireOwnPassword } from './password-rule.ts';

const personalDetails = ['maria@loja-azul.example', 'Maria da Silva', 'Loja Azul'];

const outcome = (password: string): Promise<string> =>
  requireOwnPassword(password, personalDetails).then(
    () => 'taken',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('requireOwnPassword', () => {
  it('rejects common passwords, demo passwords and those made from the person’s or platform’s details', async () => {
    const refused = [
      'razao-demo-12',
      'Razão-Demo-2026',
      'maria@loja-azul.example',
      'Maria.da.Silva.12',
      'LOJA AZUL 2026!',
      '123456789012',
      'password1234',
      'senha1234567',
      'qwertyuiopas',
      'abcabcabcabc',
      'aaaaaaaaaaaaaaaa',
      'brasil123456',
      'administrator1',
      'mariaaparecida',
      'corinthians1910',
      'flamengo1981',
      'fernandoferreira',
    ];
    for (const password of refused) {
      expect(await outcome(password), password).to.equal('password/easily-guessed');
    }
  });

  it('judges a long password by its first 32 characters', async () => {
    const strong = 'Xk9#pLq2vT7m';
    expect(await outcome(`${'a'.repeat(32)}${strong}`)).to.equal('password/easily-guessed');
    expect(await outcome(`${strong}${'a'.repeat(32)}`)).to.equal('taken');
  });

  it('accepts other passwords, in any script', async () => {
    const accepted = [
      'cavalo bateria grampo',
      'Xk9#pLq2vT7m',
      'a maria mora longe daqui',
      'três pratos de trigo para três tigres',
      'パスワードは秘密にしてね',
    ];
    for (const password of accepted) expect(await outcome(password), password).to.equal('taken');
  });
});
