import { expect } from 'chai';
import { fieldsToFillIn, welcomeErrors, type Invitation } from './welcome-form.ts';

const first: Invitation = { kind: 'first', email: null, platformName: null };
const byEmail: Invitation = {
  kind: 'administrator',
  email: 'ana@loja.example',
  platformName: 'Loja Azul',
};

const whole = {
  platformName: 'Loja Azul',
  name: 'Maria',
  email: 'maria@loja.example',
  password: 'cavalo bateria',
  again: 'cavalo bateria',
};

describe('Invitation form', () => {
  it('asks only for what the invitation does not contain', () => {
    expect(fieldsToFillIn(first)).to.deep.equal([
      'platformName',
      'name',
      'email',
      'password',
      'again',
    ]);
    expect(fieldsToFillIn(byEmail)).to.deep.equal(['name', 'password', 'again']);
    expect(fieldsToFillIn({ ...byEmail, kind: 'recovery' })).to.deep.equal(['password', 'again']);
  });

  it('reports the error of each field, and none for valid values', () => {
    expect(welcomeErrors(whole, first)).to.deep.equal({});
    const wrong = {
      platformName: ' ',
      name: '',
      email: 'maria@loja',
      password: 'curta',
      again: 'outra',
    };
    expect(welcomeErrors(wrong, first)).to.deep.equal({
      platformName: 'missing',
      name: 'missing',
      email: 'email',
      password: 'short',
      again: 'different',
    });
  });
});
