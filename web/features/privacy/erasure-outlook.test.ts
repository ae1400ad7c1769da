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

const subjectState = (changes: Partial<SubjectState> = {}): SubjectState => ({
  subject: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11',
  requestedAt: null,
  classes: [
    { ...held, causes: [...held.causes] },
    { ...free, causes: [] },
  ],
  position: '1',
  ...changes,
});

describe('Preview of an erasure', () => {
  it('separates the personal data that is erased now from the data that the law retains', () => {
    const { goes, stays } = outlookOf(subjectState());
    expect(goes.map((group) => group.class)).to.deep.equal(['contact']);
    expect(stays.map((group) => group.class)).to.deep.equal(['fiscal']);
  });

  it('allows a request only if none was made before', () => {
    expect(mayAskForErasure(subjectState())).to.equal(true);
    expect(mayAskForErasure(subjectState({ requestedAt: '2026-11-20T12:00:00.000Z' }))).to.equal(
      false,
    );
  });
});
