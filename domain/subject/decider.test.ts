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

describe('Erasure of personal data', () => {
  it('erases all data, and only once, when no retention applies', () => {
    const { state } = given()
      .when(request(), erase('fiscal', 'contact'), erase('fiscal'), request(), review())
      .yields('SubjectErasureRequested', 'SubjectErasureScheduled', 'SubjectErased');
    expect(state.erased).to.deep.equal(['fiscal', 'contact']);
    expect(dueClasses(state)).to.deep.equal([]);
  });

  it('erases the contact at once, and the fiscal record when its retention ends', () => {
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

  it('rejects erasure while a payment is open, and makes the contact due once it is closed', () => {
    const held = request({ fiscal: open, contact: open });
    given().when(held, erase('contact')).refuses('subject/held');
    const { state } = given()
      .when(held, review({ fiscal }))
      .yields('SubjectErasureRequested', 'SubjectErasureScheduled', 'SubjectErasureScheduled');
    expect(dueClasses(state)).to.deep.equal(['contact']);
  });

  it('rejects erasure and review without a request', () => {
    given().when(erase('contact')).refuses('subject/unknown');
    given().when(review()).refuses('subject/unknown');
    expect(dueClasses(subject.initial)).to.deep.equal([]);
  });

  it('records every export of the person’s data', () => {
    const recordExport: SubjectCommand = { type: 'RecordExport', platformId, now };
    given().when(recordExport, recordExport).yields('SubjectExported', 'SubjectExported');
  });
});
