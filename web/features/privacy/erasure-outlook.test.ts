import { expect } from 'chai';
import type { SubjectState } from '#/api/contract/privacy.ts';
import { mayAskForErasure, outlookOf } from './erasure-outlook.ts';

const held = {
  class: 'fiscal',
  state: 'HELD',
  causes: ['fiscal-record'],
  until: '2031-11-20',
} as const;
const free = { class: 'contact', state: 'FREE', causes: [], until: null } as const;

const person = (differences: Partial<SubjectState> = {}): SubjectState => ({
  subject: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11',
  requestedAt: null,
  classes: [
    { ...held, causes: [...held.causes] },
    { ...free, causes: [] },
  ],
  position: '1',
  ...differences,
});

describe('what an erasure would do', () => {
  it('tells what goes now from what the law keeps', () => {
    const { goes, stays } = outlookOf(person());
    expect(goes.map((each) => each.class)).to.deep.equal(['contact']);
    expect(stays.map((each) => each.class)).to.deep.equal(['fiscal']);
  });

  it('is asked for once', () => {
    expect(mayAskForErasure(person())).to.equal(true);
    expect(mayAskForErasure(person({ requestedAt: '2026-11-20T12:00:00.000Z' }))).to.equal(false);
  });
});
