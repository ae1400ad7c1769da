import { expect } from 'chai';
import { initialsOf } from './initials.ts';

describe('the initials of a name', () => {
  it('are of its first and last word, whatever stands between', () => {
    expect(initialsOf('Ana de Souza')).to.equal('AS');
    expect(initialsOf('  élio   Ávila ')).to.equal('ÉÁ');
    expect(initialsOf('Cher')).to.equal('C');
    expect(initialsOf('João "Zé" d’Ávila 3')).to.equal('J3');
  });

  it('are of the person in an e-mail, and not of where they get it', () => {
    expect(initialsOf('ana.souza@correio.example.com')).to.equal('AS');
    expect(initialsOf('caio@correio.example.com')).to.equal('C');
  });

  it('are whole letters of any script, and nothing where there are none', () => {
    expect(initialsOf('𝒜da 𝒞')).to.equal('𝒜𝒞');
    expect(initialsOf('李 小龙')).to.equal('李小');
    expect(initialsOf('🙂 —')).to.equal('');
    expect(initialsOf('')).to.equal('');
  });
});
