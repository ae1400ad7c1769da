import { expect } from 'chai';
import { userRecord } from '#/web/i18n/pt-br/people/user-record.ts';
import { changedRows } from './changed-fields.ts';

describe('Changes of a seller’s record', () => {
  const rows = (...fields: Parameters<typeof changedRows>[0]) =>
    changedRows(fields, userRecord.changes).map(({ place, before, after }) => [
      place,
      before,
      after,
    ]);

  it('are shown in words, with the value before and after', () => {
    expect(
      rows(
        { field: 'status', before: 'ACTIVE', after: 'BLOCKED' },
        { field: 'pixEnabled', before: true, after: false },
        { field: 'document', before: null, after: '52998224725' },
        { field: 'routePix', before: null, after: 'Sandbox 100%' },
      ),
    ).to.deep.equal([
      ['Situação', 'Ativo', 'Bloqueado'],
      ['PIX', 'ligado', 'desligado'],
      ['CPF ou CNPJ', '—', '529.982.247-25'],
      ['Adquirente do PIX', '—', 'Sandbox 100%'],
    ]);
  });

  it('are shown without values to users who may not see them', () => {
    expect(rows({ field: 'document', before: null, after: null })).to.deep.equal([
      ['CPF ou CNPJ', '—', userRecord.changes.hidden],
    ]);
  });
});
