import { expect } from 'chai';
import type { Schedule } from '#/api/contract/schedule.ts';
import { schedule as english } from '#/web/i18n/en/payouts/schedule.ts';
import { schedule as portuguese } from '#/web/i18n/pt-br/payouts/schedule.ts';
import { formatMoney } from '#/web/lib/format.ts';
import { lostKey, scheduleWords, type NamedKey } from './schedule-words.ts';

const ownKey: NamedKey = { pixType: 'CPF', pixKey: '***.982.247-**', holderName: null };

/** Has plain spaces instead of non-breaking ones. */
const inPortuguese = (every: Schedule['every'], key: NamedKey = ownKey) =>
  scheduleWords({ every, minimum: 100_00 }, key, portuguese, (cents) =>
    formatMoney(cents).replace('\u00A0', ' '),
  );

const inEnglish = (every: Schedule['every']) =>
  scheduleWords({ every, minimum: 100_00 }, ownKey, english, (cents) =>
    formatMoney(cents, 'BRL', 'en'),
  );

const friday = { unit: 'WEEK', weekday: 5 } as const;

describe('Words of an automatic withdrawal', () => {
  it('say when, from what amount on and to which key', () => {
    expect(inPortuguese(friday)).to.equal(
      'Toda sexta-feira, a partir de R$ 100,00, para a chave CPF ***.982.247-**',
    );
    expect(inEnglish(friday)).to.equal(
      'Every Friday, from R$100.00 on, to the CPF key ***.982.247-**',
    );
  });

  it('begin the week on Monday, and name each of its days', () => {
    const first = (words: string) => words.split(',')[0];
    const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ unit: 'WEEK', weekday }) as const);
    expect(days.map((every) => first(inPortuguese(every)))).to.deep.equal([
      'Toda segunda-feira',
      'Toda terça-feira',
      'Toda quarta-feira',
      'Toda quinta-feira',
      'Toda sexta-feira',
      'Todo sábado',
      'Todo domingo',
    ]);
    expect(first(inEnglish({ unit: 'WEEK', weekday: 1 }))).to.equal('Every Monday');
    expect(first(inEnglish({ unit: 'WEEK', weekday: 7 }))).to.equal('Every Sunday');
  });

  it('name business days and days of the month', () => {
    expect(inPortuguese({ unit: 'DAY' })).to.match(/^Todo dia útil,/);
    expect(inPortuguese({ unit: 'MONTH', day: 5 })).to.match(/^Todo dia 5 do mês,/);
    expect(inEnglish({ unit: 'DAY' })).to.match(/^Every business day,/);
    const ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 28].map(
      (day) => / the (\w+) of each month,/.exec(inEnglish({ unit: 'MONTH', day }))?.[1],
    );
    expect(ordinals.join(' ')).to.equal('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 28th');
  });

  it('name the holder of another’s key, and say of a key that it was erased or removed', () => {
    const othersKey = {
      ...ownKey,
      pixType: 'RANDOM',
      pixKey: '1f2e…',
      holderName: 'Maria',
    } as const;
    expect(inPortuguese(friday, othersKey)).to.match(/para a chave aleatória 1f2e… de Maria$/);
    expect(inPortuguese(friday, { ...ownKey, pixKey: null })).to.match(/para uma chave apagada$/);
    const removed = scheduleWords({ every: friday, minimum: 1 }, undefined, portuguese, String);
    expect(removed).to.match(/para uma chave removida$/);
  });

  it('say what is wrong with its key, unless the key is approved', () => {
    expect(lostKey({ status: 'APPROVED' })).to.equal(undefined);
    expect(lostKey({ status: 'SUSPENDED' })).to.equal('SUSPENDED');
    expect(lostKey({ status: 'WAITING' })).to.equal('WAITING');
    expect(lostKey(undefined)).to.equal('REMOVED');
  });
});
