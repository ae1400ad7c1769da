import { expect } from 'chai';
import { fieldsToFillIn, welcomeErrors, type Invitation } from './welcome-form.ts';

const master: Invitation = { kind: 'master', email: null, platformName: null };
const byEmail: Invitation = {
  kind: 'administrator',
  email: 'ana@loja.example',
  platformName: 'Loja Azul',
};

const valid = {
  name: 'Maria',
  email: 'maria@loja.example',
  password: 'cavalo bateria',
  again: 'cavalo bateria',
};

describe('Invitation form', () => {
  it('asks only for what the invitation does not contain', () => {
    expect(fieldsToFillIn(master)).to.deep.equal(['name', 'email', 'password', 'again']);
    expect(fieldsToFillIn(byEmail)).to.deep.equal(['name', 'password', 'again']);
    expect(fieldsToFillIn({ ...byEmail, kind: 'recovery' })).to.deep.equal(['password', 'again']);
  });

  it('reports the error of each field, and none for valid values', () => {
    expect(welcomeErrors(valid, master)).to.deep.equal({});
    const wrong = {
      name: ' ',
      email: 'maria@loja',
      password: 'curta',
      again: 'outra',
    };
    expect(welcomeErrors(wrong, master)).to.deep.equal({
      name: 'missing',
      email: 'email',
      password: 'short',
      again: 'different',
    });
  });
});
