import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { SubjectCommand } from './commands.ts';
import { dueClasses, subject } from './decider.ts';

const { given } = specify(subject);

const platformId = 'demo';
const fiscal = { causes: ['fiscal-record'], until: '2031-11-20' } as const;
const open = { causes: ['open-payment'], until: null } as const;

const request = (holds: object = {}): SubjectCommand => ({
  type: 'RequestErasure',
  platformId,
  holds,
  now,
});
const review = (holds: object = {}): SubjectCommand => ({
  type: 'ReviewErasure',
  platformId,
  holds,
  now,
});
const erase = (...classes: ('fiscal' | 'contact')[]): SubjectCommand => ({
  type: 'RecordErased',
  platformId,
  classes,
  now,
});

describe('a person who asks to be forgotten', () => {
  it('is erased whole when nothing holds them, and once', () => {
    const { state } = given()
      .when(request(), erase('fiscal', 'contact'), erase('fiscal'), request(), review())
      .yields('SubjectErasureRequested', 'SubjectErasureScheduled', 'SubjectErased');
    expect(state.erased).to.deep.equal(['fiscal', 'contact']);
    expect(dueClasses(state)).to.deep.equal([]);
  });

  it('loses the contact at once and the fiscal record when its term is over', () => {
    const { state } = given()
      .when(request({ fiscal }), erase('contact'))
      .yields('SubjectErasureRequested', 'SubjectErasureScheduled', 'SubjectErased');
    expect(state.holds).to.deep.equal({ fiscal });
    expect(dueClasses(state)).to.deep.equal([]);
    given()
      .when(request({ fiscal }), erase('contact'), review({ fiscal }), review(), erase('fiscal'))
      .yields(
        'SubjectErasureRequested',
        'SubjectErasureScheduled',
        'SubjectErased',
        'SubjectErasureScheduled',
        'SubjectErased',
      );
  });

  it('keeps everything while something is open, whoever says otherwise', () => {
    const held = request({ fiscal: open, contact: open });
    given().when(held, erase('contact')).refuses('subject/held');
    const { state } = given()
      .when(held, review({ fiscal }))
      .yields('SubjectErasureRequested', 'SubjectErasureScheduled', 'SubjectErasureScheduled');
    expect(dueClasses(state)).to.deep.equal(['contact']);
  });

  it('is never erased without having asked', () => {
    given().when(erase('contact')).refuses('subject/unknown');
    given().when(review()).refuses('subject/unknown');
    expect(dueClasses(subject.initial)).to.deep.equal([]);
  });

  it('may see their data as often as they like', () => {
    const look: SubjectCommand = { type: 'RecordExport', platformId, now };
    given().when(look, look).yields('SubjectExported', 'SubjectExported');
  });
});
