import { expect } from 'chai';
import { sampleNow, sampleEncrypted } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { AccessCommand, AccessAction } from './commands.ts';
import { access } from './decider.ts';

const { given } = specify(access);

const HOUR = 3_600;

const request = (action: AccessAction, afterSeconds = 0): AccessCommand => ({
  ...action,
  platformId: 'demo',
  kind: 'staff',
  personId: 'admin-1',
  address: sampleEncrypted,
  now: addSeconds(sampleNow, afterSeconds),
});

const openSale = (recordId: string, afterSeconds: number): AccessCommand =>
  request({ type: 'RecordOpening', opened: 'SALE', recordId }, afterSeconds);
const failSignIn = (afterSeconds: number) => request({ type: 'RecordFailure' }, afterSeconds);
const suspendSignIn = (afterSeconds: number) =>
  request({ type: 'RecordSuspension', failures: 5 }, afterSeconds);
const signIn = (afterSeconds: number) =>
  request({ type: 'RecordSignIn', failures: 60, isKnownDevice: true }, afterSeconds);

describe('Access log of a person', () => {
  it('records repeated openings of the same sale at most once an hour', () => {
    given()
      .when(
        openSale('a', 0),
        openSale('a', HOUR - 1),
        openSale('b', 10),
        openSale('a', HOUR),
        openSale('a', HOUR + 1),
      )
      .yields('PersonalDataOpened', 'PersonalDataOpened', 'PersonalDataOpened');
  });

  it('records viewing a sale and opening its audit trail as separate openings', () => {
    const audit = request({ type: 'RecordOpening', opened: 'SALE_AUDIT', recordId: 'a' });
    given().when(openSale('a', 0), audit).yields('PersonalDataOpened', 'PersonalDataOpened');
  });

  it('records an opening once in each impersonation, though the person has opened the same sale before', () => {
    const during = (impersonationId: string) =>
      request({
        type: 'RecordOpening',
        opened: 'SALE',
        recordId: 'a',
        impersonation: { impersonationId, sellerId: 's-1' },
      });
    const { facts } = given()
      .when(openSale('a', 0), during('i-1'), during('i-1'), during('i-2'))
      .yields('PersonalDataOpened', 'PersonalDataOpened', 'PersonalDataOpened');
    const seen = facts.map(({ data }) => 'impersonation' in data && data.impersonation?.sellerId);
    expect(seen).to.deep.equal([false, 's-1', 's-1']);
  });

  it('keeps only the openings of the last hour in its state', () => {
    const { state } = given()
      .when(openSale('a', 0), openSale('b', HOUR), openSale('c', 2 * HOUR))
      .yields('PersonalDataOpened', 'PersonalDataOpened', 'PersonalDataOpened');
    expect([...state.opened.keys()]).to.deep.equal(['SALE c']);
  });

  it('records at most one failed sign-in and one suspension a day, however many attempts fail', () => {
    const flood = Array.from({ length: 100 }, (_, second) => [
      failSignIn(second),
      suspendSignIn(second),
    ]);
    given()
      .when(...flood.flat())
      .yields('SignInFailed', 'SignInSuspended');
    given()
      .when(failSignIn(0), suspendSignIn(0), failSignIn(24 * HOUR), suspendSignIn(24 * HOUR))
      .yields('SignInFailed', 'SignInSuspended', 'SignInFailed', 'SignInSuspended');
  });

  it('records another failed sign-in on the same day once a sign-in has succeeded', () => {
    given()
      .when(failSignIn(0), suspendSignIn(1), signIn(2), failSignIn(3))
      .yields('SignInFailed', 'SignInSuspended', 'SignedIn', 'SignInFailed');
  });

  it('records every sign-in and every sign-out', () => {
    const signOut = request({ type: 'RecordSignOut', cause: 'ASKED' });
    given()
      .when(signIn(0), signIn(0), signOut, signOut)
      .yields('SignedIn', 'SignedIn', 'SignedOut', 'SignedOut');
  });

  it('records every impersonation with its end, and the end once', () => {
    const who = { impersonationId: 'turn-1', staffId: 'admin-1', sellerId: 'seller-1' };
    const until = addSeconds(sampleNow, HOUR / 2);
    const begin = request({ type: 'RecordImpersonation', ...who, until });
    const end = request({ type: 'RecordImpersonationEnd', ...who }, HOUR / 4);
    const { facts } = given()
      .when(begin, end, end)
      .yields('ImpersonationBegun', 'ImpersonationEnded');
    expect(facts[0]?.data).to.include({ ...who, until });
    expect(facts[1]?.data).to.include(who);
  });

  it('records every change of the second factor', () => {
    const off = request({ type: 'RecordSecondFactor', change: 'OFF' });
    given().when(off, off).yields('SecondFactorChanged', 'SecondFactorChanged');
  });
});
