import { expect } from 'chai';
import { receiverDetails } from '#/api/testing/valid-inputs.ts';
import { draftFrom, groupsOf, inputFrom, mistakesIn } from './receiver-draft.ts';

const company = {
  ...receiverDetails,
  person: undefined,
  partners: [
    {
      name: 'Ana Souza',
      document: '52998224725',
      email: 'ana@example.com',
      phone: '11912345678',
      monthlyIncome: 800_000,
      birthdate: '1980-01-31',
      occupation: 'Comerciante',
      address: { ...receiverDetails.address, complement: 'apto 12' },
    },
  ],
};

describe('the form of a receiver', () => {
  it('sends again exactly what was saved', () => {
    expect(inputFrom(draftFrom(receiverDetails), 'CPF')).to.deep.equal(receiverDetails);
    const { person: _, ...expected } = company;
    expect(inputFrom(draftFrom(company), 'CNPJ')).to.deep.equal(expected);
    expect(mistakesIn(draftFrom(receiverDetails), 'CPF')).to.deep.equal({});
    expect(mistakesIn(draftFrom(company), 'CNPJ')).to.deep.equal({});
  });

  it('asks a company for who answers for it', () => {
    expect(groupsOf('CPF')).to.not.include('partner');
    const mistakes = mistakesIn(draftFrom(receiverDetails), 'CNPJ');
    expect(mistakes).to.include({ 'partner.name': 'missing', 'home.city': 'missing' });
    expect(mistakes).to.not.have.property('home.complement');
  });

  it('says what is missing apart from what cannot be', () => {
    const draft = {
      ...draftFrom(receiverDetails),
      'contact.phone': '123',
      'bank.bankCode': '1',
      'business.monthlyRevenue': '0',
      'address.city': ' ',
    };
    expect(mistakesIn(draft, 'CPF')).to.deep.equal({
      'contact.phone': 'wrong',
      'bank.bankCode': 'wrong',
      'business.monthlyRevenue': 'wrong',
      'address.city': 'missing',
    });
  });
});
