import { expect } from 'chai';
import { destinationErrors, destinationInput, emptyDestination } from './destination-form.ts';

/** The seller's CNPJ, and the CPF of someone else. */
const OWN = '11222333000181';
const MARIA = '529.982.247-25';

const errorsIn = (values: Partial<typeof emptyDestination>, own: string | null = OWN) =>
  Object.fromEntries(
    Object.entries(destinationErrors({ ...emptyDestination, ...values }, own)).filter(
      ([, error]) => error !== undefined,
    ),
  );

describe('Form of a destination', () => {
  it('accepts every kind of key, and the seller’s own document in any mask', () => {
    for (const pixKey of ['ana@exemplo.com.br', '+55 11 98765-4321', '11.222.333/0001-81', OWN])
      expect(errorsIn({ pixKey }), pixKey).to.deep.equal({});
  });

  it('reports a PIX key that is missing, of no known kind, or with wrong CPF or CNPJ check digits', () => {
    const error = (pixKey: string) => errorsIn({ pixKey })['pixKey'];
    expect(error('  ')).to.equal('keyMissing');
    expect(error('ana')).to.equal('keyUnknown');
    expect(error('529.982.247-26')).to.equal('keyCpf');
    expect(error('11.222.333/0001-82')).to.equal('keyCnpj');
  });

  it('accepts the CPF or CNPJ of someone else as the key only with a holder who has it, if the seller’s own is known', () => {
    expect(errorsIn({ pixKey: MARIA })).to.deep.equal({ pixKey: 'keyOfOther' });
    expect(errorsIn({ pixKey: MARIA }, null)).to.deep.equal({});
    const other = { pixKey: MARIA, isOther: true, holderName: 'Maria' };
    expect(errorsIn({ ...other, holderDocument: '52998224725' })).to.deep.equal({});
    expect(errorsIn({ ...other, holderDocument: '390.533.447-05' })).to.deep.equal({
      holderDocument: 'documentOfOther',
    });
  });

  it('asks for name and document only if the holder is someone else', () => {
    const pixKey = 'maria@exemplo.com.br';
    expect(errorsIn({ pixKey, isOther: true, holderName: ' ' })).to.deep.equal({
      holderName: 'nameMissing',
      holderDocument: 'documentWrong',
    });
    expect(errorsIn({ pixKey, holderDocument: 'typed before' })).to.deep.equal({});
  });

  it('sends a holder only if the key is someone else’s, without spaces around what was typed', () => {
    const values = { ...emptyDestination, pixKey: ' a@b.co ', holderName: ' Maria ' };
    expect(destinationInput(values)).to.deep.equal({ pixKey: 'a@b.co' });
    expect(destinationInput({ ...values, isOther: true, holderDocument: MARIA })).to.deep.equal({
      pixKey: 'a@b.co',
      holder: { name: 'Maria', document: MARIA },
    });
  });
});
