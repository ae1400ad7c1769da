import { expect } from 'chai';
import { receiverDetails } from '#/api/testing/receiver-details.ts';
import { groupsOf, type ReceiverValues } from './receiver-fields.ts';
import { receiverErrors, receiverInput, receiverValues } from './receiver-form.ts';

const address = { ...receiverDetails.address, complement: 'apto 12' };

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
      address,
    },
  ],
};

const errorsIn = (...args: Parameters<typeof receiverErrors>): object =>
  Object.fromEntries(Object.entries(receiverErrors(...args)).filter(([, error]) => error));

describe('Receiver form', () => {
  it('sends exactly the saved details when nothing was changed', () => {
    expect(receiverInput(receiverValues(receiverDetails), 'CPF')).to.deep.equal(receiverDetails);
    const { person: _, ...expected } = company;
    expect(receiverInput(receiverValues(company), 'CNPJ')).to.deep.equal(expected);
    expect(errorsIn(receiverValues(receiverDetails), 'CPF')).to.deep.equal({});
    expect(errorsIn(receiverValues(company), 'CNPJ')).to.deep.equal({});
  });

  it('sends numbers as the server records them, so that a seller’s own save is not taken for another person’s', () => {
    const saved = receiverValues(company);
    const typed: ReceiverValues = {
      ...saved,
      contact: { phone: '(11) 98765-4321' },
      address: { ...saved.address, zipCode: '01310-100' },
      partner: { ...saved.partner, document: '529.982.247-25', phone: '+55 11 91234-5678' },
      home: { ...saved.home, zipCode: ' 01310-100 ' },
    };
    const sent = receiverInput(typed, 'CNPJ');
    const [partner] = sent?.partners ?? [];
    expect([sent?.phone, sent?.address.zipCode]).to.deep.equal(['11987654321', '01310100']);
    expect([partner?.document, partner?.phone, partner?.address.zipCode]).to.deep.equal([
      '52998224725',
      '11912345678',
      '01310100',
    ]);
  });

  it('requires a partner’s details from a company, but not from a person', () => {
    expect(groupsOf('CPF')).to.not.include('partner');
    const errors = errorsIn(receiverValues(receiverDetails), 'CNPJ');
    expect(errors).to.include({ 'partner.name': 'missing', 'home.city': 'missing' });
    expect(errors).to.not.have.property('home.complement');
  });

  it('distinguishes missing values from invalid ones', () => {
    const saved = receiverValues(receiverDetails);
    const values: ReceiverValues = {
      ...saved,
      contact: { phone: '123' },
      bank: { ...saved.bank, bankCode: '1' },
      business: { ...saved.business, monthlyRevenue: '0' },
      address: { ...saved.address, city: ' ' },
    };
    expect(errorsIn(values, 'CPF')).to.deep.equal({
      'contact.phone': 'wrong',
      'bank.bankCode': 'wrong',
      'business.monthlyRevenue': 'wrong',
      'address.city': 'missing',
    });
  });

  it('reports a missing or unknown state or account type, and sends nothing', () => {
    const saved = receiverValues(company);
    for (const state of ['', 'XX']) {
      const error = state === '' ? 'missing' : 'wrong';
      const withAddress = { ...saved, address: { ...saved.address, state } };
      expect(receiverInput(withAddress, 'CNPJ')).to.equal(undefined);
      expect(errorsIn(withAddress, 'CNPJ')).to.deep.equal({ 'address.state': error });
      const withHome = { ...saved, home: { ...saved.home, state } };
      expect(receiverInput(withHome, 'CNPJ')).to.equal(undefined);
      expect(errorsIn(withHome, 'CNPJ')).to.deep.equal({ 'home.state': error });
      const withBank = { ...saved, bank: { ...saved.bank, accountType: state } };
      expect(receiverInput(withBank, 'CNPJ')).to.equal(undefined);
      expect(errorsIn(withBank, 'CNPJ')).to.deep.equal({ 'bank.accountType': error });
    }
  });

  it('starts without a state, and with a current account preselected', () => {
    const values = receiverValues(null);
    expect(values.bank.accountType).to.equal('CHECKING');
    expect(values.address.state).to.equal('');
  });
});
