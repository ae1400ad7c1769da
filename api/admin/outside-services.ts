import type { ProceduresOf } from '#/api/http/procedure.ts';
import { testPostalCode, testStorage } from '#/api/operations/test-services.ts';

export const serviceProcedures: Pick<
  ProceduresOf<'admin'>,
  'admin.getServices' | 'admin.testStorage' | 'admin.testPostalCode'
> = {
  'admin.getServices': async (_input, { services: { outside } }) => {
    const { storage, postalCode } = outside;
    const { kind, place } = storage;
    return {
      storage: { kind, place, last: storage.last() },
      postalCode: { host: postalCode.host, last: postalCode.last() },
    };
  },

  'admin.testStorage': (_input, { services }) => testStorage(services),

  'admin.testPostalCode': (input, { services }) => testPostalCode(services, input),
};
