import { expect } from 'chai';
import { scalarsOf } from './simulators/json-scalars.ts';
import { loadProviderCases } from './evidence/evidence.ts';
import { wireConstants } from './wire-constants.ts';

const providerCases = await loadProviderCases();

describe('Constants on the wire (acquirers.105)', () => {
  for (const { what, provider, field, value } of wireConstants) {
    it(`a request to ${provider} contains ${what}`, () => {
      const requests = providerCases
        .filter((each) => each.provider.id === provider)
        .flatMap(({ cases }) => cases.flatMap(({ exchanges }) => exchanges))
        .map(({ request: { json, form, query } }) => ({ json, form, query }));
      const sent = requests.flatMap((request) => scalarsOf(request));
      const values = sent.filter(({ key }) => key === field).map((scalar) => scalar.value);
      expect(values, field).to.include(value);
    });
  }
});
