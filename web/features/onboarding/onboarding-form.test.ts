import { expect } from 'chai';
import { onboardingErrors, rulesIn, valuesOf } from './onboarding-form.ts';

const saved = {
  registration: 'OPEN',
  termsOfUse: { version: '2026-11', text: 'Termos de novembro' },
} as const;

describe('Form of the registration of sellers', () => {
  it('begins with the saved rules; if none are saved, registration is closed', () => {
    expect(rulesIn(valuesOf(saved))).to.deep.equal(saved);
    expect(valuesOf(null)).to.deep.equal({ registration: 'CLOSED', version: '', text: '' });
  });

  it('asks for a version and a text', () => {
    expect(onboardingErrors({ ...valuesOf(saved), version: '  ', text: '' }, saved)).to.deep.equal({
      version: 'missing',
      text: 'missing',
    });
  });

  it('accepts another text only with another version', () => {
    const otherText = { ...valuesOf(saved), text: 'Termos de dezembro' };
    expect(onboardingErrors(otherText, saved).version).to.equal('sameVersion');
    expect(onboardingErrors({ ...otherText, version: '2026-12' }, saved).version).to.equal(
      undefined,
    );
    expect(onboardingErrors(otherText, null).version).to.equal(undefined);
    expect(
      onboardingErrors({ ...valuesOf(saved), text: ' Termos de novembro\n' }, saved).version,
    ).to.equal(undefined);
  });
});
