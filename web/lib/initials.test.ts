import { expect } from 'chai';
import { initialsOf } from './initials.ts';

describe('initialsOf', () => {
  it('takes the first letters of the first and the last word', () => {
    expect(initialsOf('Ana de Souza')).to.equal('AS');
    expect(initialsOf('  élio   Ávila ')).to.equal('ÉÁ');
    expect(initialsOf('Cher')).to.equal('C');
    expect(initialsOf('João "Zé" d’Ávila 3')).to.equal('J3');
  });

  it('takes only the part of an e-mail address before the @', () => {
    expect(initialsOf('ana.souza@correio.example.com')).to.equal('AS');
    expect(initialsOf('caio@correio.example.com')).to.equal('C');
  });

  it('returns whole letters of any script, and an empty text if there are none', () => {
    expect(initialsOf('𝒜da 𝒞')).to.equal('𝒜𝒞');
    expect(initialsOf('李 小龙')).to.equal('李小');
    expect(initialsOf('🙂 —')).to.equal('');
    expect(initialsOf('')).to.equal('');
  });
});
