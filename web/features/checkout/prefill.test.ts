import { expect } from 'chai';
import { prefill } from './prefill.ts';

describe('what the address of a checkout fills in', () => {
  it('is name, e-mail, phone and document, each in its mask', () => {
    const query =
      'nome=Ana+Souza&email=ana%40example.com&telefone=%2B5511987654321&cpf=52998224725&utm_source=x';
    expect(prefill(new URLSearchParams(query))).to.deep.equal({
      name: 'Ana Souza',
      email: 'ana@example.com',
      phone: '(11) 98765-4321',
      cpf: '529.982.247-25',
    });
  });

  it('is nothing when nothing is given', () => {
    expect(prefill(new URLSearchParams('nome=&lang=en'))).to.deep.equal({});
  });
});
