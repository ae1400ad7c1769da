import { expect } from 'chai';
import { cutOff, prefill, withoutPrefill } from './prefill.ts';

describe('Prefilling the buyer form from the URL', () => {
  it('fills in name, e-mail, phone and document, with phone and document formatted by their masks', () => {
    const query =
      'nome=Ana+Souza&email=ana%40example.com&telefone=%2B5511987654321&cpf=52998224725&utm_source=x';
    expect(prefill(new URLSearchParams(query))).to.deep.equal({
      name: 'Ana Souza',
      email: 'ana@example.com',
      phone: '(11) 98765-4321',
      cpf: '529.982.247-25',
    });
  });

  it('cuts values to the length of their fields and removes invisible characters', () => {
    const long = new URLSearchParams({
      nome: `\0${'João '.repeat(2_000)}`,
      email: `${'a'.repeat(10_000)}@example.com`,
      telefone: '9'.repeat(10_000),
      cpf: '<script>alert(1)</script>😀'.repeat(500),
    });
    const { name, email, phone, cpf } = prefill(long);
    expect(name).to.equal('João João João João João João ');
    expect(email).to.have.lengthOf(254);
    expect(phone).to.equal('(99) 99999-9999');
    expect(cpf).to.equal('111.111.111-11');
  });

  it('reports a name or an e-mail longer than its field as cut, even if only by half a character', () => {
    const cut = (texts: Readonly<Record<string, string>>) => cutOff(new URLSearchParams(texts));
    expect(cut({ nome: ` ${'a'.repeat(30)} `, email: 'ana@example.com' })).to.deep.equal([]);
    expect(cut({ nome: `${'a'.repeat(29)}😀` })).to.deep.equal(['name']);
    expect(cut({ nome: 'a'.repeat(31), email: `${'a'.repeat(250)}@example.com` })).to.deep.equal([
      'name',
      'email',
    ]);
    expect(cut({})).to.deep.equal([]);
  });

  it('fills in nothing when the URL holds no buyer data', () => {
    expect(prefill(new URLSearchParams('nome=&lang=en'))).to.deep.equal({});
  });
});

describe('Query passed on from the checkout’s URL', () => {
  it('contains everything except the buyer’s data', () => {
    const query = 'utm_source=ig&nome=Ana&email=a%40b.c&telefone=11&cpf=52998224725&cpf=1&lang=en';
    expect(withoutPrefill(query)).to.equal('utm_source=ig&lang=en');
    expect(withoutPrefill('email=a%40b.c')).to.equal('');
  });

  it('keeps the remaining parameters exactly as written, without re-encoding them', () => {
    expect(withoutPrefill("utm=%7Eo'*(x)&%6Eome=Ana&y=a b")).to.equal("utm=%7Eo'*(x)&y=a b");
    for (const query of ['', 'utm_source=a%20b&x', 'utm=caf%C3%A9&emails=1']) {
      expect(withoutPrefill(query)).to.equal(query);
    }
  });
});
