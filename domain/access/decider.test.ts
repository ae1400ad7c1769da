import { expect } from 'chai';
import { sampleNow, sampleSealed } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/time.ts';
import type { AccessCommand, AccessAction } from './commands.ts';
import { access } from './decider.ts';

const { given } = specify(access);

const HOUR = 3_600;

const request = (of: AccessAction, afterSeconds = 0): AccessCommand => ({
  ...of,
  platformId: 'demo',
  kind: 'staff',
  personId: 'admin-1',
  address: sampleSealed,
  now: addSeconds(sampleNow, afterSeconds),
});

const open = (recordId: string, afterSeconds: number): AccessCommand =>
  request({ type: 'RecordOpening', opened: 'SALE', recordId }, afterSeconds);
const fail = (afterSeconds: number) => request({ type: 'RecordFailure' }, afterSeconds);
const suspend = (afterSeconds: number) =>
  request({ type: 'RecordSuspension', failures: 5 }, afterSeconds);
const enter = (afterSeconds: number) =>
  request({ type: 'RecordSignIn', failures: 60, isKnownDevice: true }, afterSeconds);

describe('who came in and what they looked at', () => {
  it('says once an hour that the same was opened', () => {
    given()
      .when(open('a', 0), open('a', HOUR - 1), open('b', 10), open('a', HOUR), open('a', HOUR + 1))
      .yields('PersonalDataOpened', 'PersonalDataOpened', 'PersonalDataOpened');
  });

  it('tells a look from an export of the same sale', () => {
    const audit = request({ type: 'RecordOpening', opened: 'SALE_AUDIT', recordId: 'a' });
    given().when(open('a', 0), audit).yields('PersonalDataOpened', 'PersonalDataOpened');
  });

  it('remembers no more than the last hour', () => {
    const { state } = given()
      .when(open('a', 0), open('b', HOUR), open('c', 2 * HOUR))
      .yields('PersonalDataOpened', 'PersonalDataOpened', 'PersonalDataOpened');
    expect([...state.opened.keys()]).to.deep.equal(['SALE c']);
  });

  it('grows by two events a day, however often a stranger guesses', () => {
    const flood = Array.from({ length: 100 }, (_, second) => [fail(second), suspend(second)]);
    given()
      .when(...flood.flat())
      .yields('SignInFailed', 'SignInSuspended');
    given()
      .when(fail(0), fail(24 * HOUR))
      .yields('SignInFailed', 'SignInFailed');
  });

  it('begins anew with the right password, which says how many were wrong', () => {
    given()
      .when(fail(0), suspend(1), enter(2), fail(3))
      .yields('SignInFailed', 'SignInSuspended', 'SignedIn', 'SignInFailed');
  });

  it('says every sign-in and every sign-out', () => {
    const leave = request({ type: 'RecordSignOut', cause: 'ASKED' });
    given()
      .when(enter(0), enter(0), leave, leave)
      .yields('SignedIn', 'SignedIn', 'SignedOut', 'SignedOut');
  });
});
