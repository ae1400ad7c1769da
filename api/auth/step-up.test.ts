import { expect } from 'chai';
import { contract } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import { procedureNames } from '#/api/http/procedure-names.ts';
import { defaultLimits } from '#/api/http/request-limits.ts';
import {
  apiWorld,
  SESSION_SECRET,
  type ApiAnswer,
  type ApiWorld,
} from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, people, makeBuyer, type Person } from '#/api/testing/people.ts';
import { queryText, validInputs } from '#/api/testing/valid-inputs.ts';

import { cents } from '#/domain/values/money.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { History } from '#/projections/testing/history.ts';
import { backOffOf } from './back-off.ts';
import { openSessions } from './sessions.ts';
import { needsStepUp, STEP_UP_MS } from './step-up.ts';

/** The list of `step-up.ts` written a second time, so that this test fails when a procedure is removed there. */
const GUARDED = [
  'seller.requestWithdrawal',
  'seller.declareDestination',
  'seller.reviseSchedule',
  'admin.approveDestination',
  'admin.approveWithdrawal',
  'seller.reviseReceiver',
  'admin.registerReceiver',
  'admin.confirmResolution',
  'admin.revisePlatformTerms',
  'admin.reviseSellerTerms',
  'admin.reviseRoutes',
  'admin.reviseSellerRoutes',
  'admin.connectAcquirer',
  'admin.disconnectAcquirer',
  'admin.inviteFunctionary',
  'admin.inviteAgain',
  'admin.reviseFunctionary',
  'admin.restoreFunctionary',
  'admin.restoreSeller',
  'admin.inviteManager',
  'admin.inviteManagerAgain',
  'admin.restoreManager',
  'admin.askFactorReset',
  'admin.confirmFactorReset',
  'person.requestEmailChange',
  'admin.beginImpersonation',
  'master.createPlatform',
  'master.renamePlatform',
  'master.restorePlatform',
  'master.revisePlatformSetup',
  'master.setPlatformLimits',
  'master.setPlatformReceiver',
  'master.writeOffSimulatedMoney',
  'master.setPlatformCertificate',
  'master.removePlatformCertificate',
  'master.rotateSigningKey',
  'master.inviteAdministrator',
  'master.inviteAdministratorAgain',
  'master.restoreAdministrator',
  'master.blockMaster',
  'master.restoreMaster',
  'person.changePassword',
  'person.beginSecondFactor',
  'person.confirmSecondFactor',
  'person.renewRecoveryCodes',
  'person.removeSecondFactor',
];

describe('Step-up of a session', () => {
  let world: ApiWorld;
  const { signIn } = defaultLimits;

  before(async () => {
    world = await apiWorld({ limits: { signIn }, proxies: 1 });
  });
  after(() => world.close());
  beforeEach(async () => {
    await query('DELETE FROM auth.back_off');
    for (const person of ['ana', 'bia', 'otherSeller', 'admin', 'master', 'manager'] as const)
      await ageSessions(person);
  });

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await world.services.database.query(text, [...values])).rows;

  /** Makes the sessions of a person older by `by`; by default so old that they need the password again. */
  const ageSessions = async (person: Person, by = STEP_UP_MS + 1_000) => {
    await world.cookieOf(person);
    await query(
      `UPDATE auth.session SET "createdAt" = least("createdAt", now() - interval '1 hour'),
         "provenAt" = "provenAt" - $2 * interval '1 millisecond'
       WHERE "userId" = (SELECT id FROM auth."user" WHERE email = $1)`,
      [emailOf(person), by],
    );
  };

  const stepUp = (as: Person | undefined, password = PASSWORD, headers = {}): Promise<ApiAnswer> =>
    world.post('/api/auth/step-up', { password }, { ...(as && { as }), headers });

  const codeOf = ({ status, body }: ApiAnswer): string =>
    status === 200 ? 'done' : problem.parse(body).code;

  /** Calls a procedure with ids that do not exist. */
  const callOf = async (name: (typeof procedureNames)[number], as: Person): Promise<string> => {
    const input = validInputs[name];
    const answer =
      contract[name].kind === 'query'
        ? await world.get(`/api/${name}?${queryText(input)}`, { as })
        : await world.post(`/api/${name}`, input, { as });
    return codeOf(answer);
  };

  it('is required for what moves money out, and for what says where it goes or who may decide, and for nothing else', async () => {
    const required: string[] = [];
    const untested = ['person.endSession', 'session.acceptInvitation', 'session.joinByInvitation'];
    const called = procedureNames.filter((name) => !untested.includes(name));
    for (const name of called) {
      const [area = ''] = name.split('.');
      const as = area === 'admin' || area === 'master' || area === 'manager' ? area : 'ana';
      if ((await callOf(name, as)) === 'session/step-up-required') required.push(name);
    }
    expect(required).to.have.members(GUARDED);
  });

  it('is required by each procedure that restores a person or a platform', () => {
    const restores = procedureNames.filter((name) => name.includes('.restore'));
    expect(restores).to.have.lengthOf.at.least(6);
    expect(restores.filter((name) => !needsStepUp.has(name))).to.deep.equal([]);
  });

  it('lasts five minutes from the sign-in, and again from the password that is given once more', async () => {
    const withdraw = () => callOf('seller.requestWithdrawal', 'ana');
    expect(await withdraw()).to.equal('session/step-up-required');
    const done = await stepUp('ana');
    expect([done.status, done.body]).to.deep.equal([200, { seconds: 300 }]);
    expect(await withdraw()).not.to.match(/^session/);
    await ageSessions('ana', STEP_UP_MS - 30_000);
    expect(await withdraw()).not.to.match(/^session/);
    await ageSessions('ana', 31_000);
    expect(await withdraw()).to.equal('session/step-up-required');
  });

  it('is of one session: another of the same person stays as it was', async () => {
    const credentials = { email: emailOf('ana'), password: PASSWORD };
    const other = await world.post('/api/auth/sign-in/email', credentials);
    const cookie = other.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    expect(await callOf('seller.requestWithdrawal', 'ana')).to.equal('session/step-up-required');
    const input = validInputs['seller.requestWithdrawal'];
    const path = '/api/seller.requestWithdrawal';
    expect(codeOf(await world.post(path, input, { headers: { cookie } }))).not.to.match(/^session/);
  });

  it('is refused with a wrong password, and guesses wait as at a sign-in', async () => {
    const codes: string[] = [];
    for (let guesses = 0; guesses < 7; guesses += 1)
      codes.push(codeOf(await stepUp('bia', 'not the password')));
    const { free } = backOffOf(signIn).account;
    expect(codes).to.deep.equal([
      ...Array.from({ length: free }, () => 'session/wrong-password'),
      ...Array.from({ length: 7 - free }, () => 'rate/limited'),
    ]);
    expect(codeOf(await stepUp('bia'))).to.equal('rate/limited');
    expect(await callOf('seller.requestWithdrawal', 'bia')).to.equal('session/step-up-required');
    const credentials = { email: emailOf('bia'), password: PASSWORD };
    const signIns = await world.post('/api/auth/sign-in/email', credentials);
    expect(codeOf(signIns), 'the account waits, by whichever way it is guessed at').to.equal(
      'rate/limited',
    );
    expect(codeOf(await stepUp('admin'))).to.equal('done');
  });

  it('is refused without a session, with another person’s password, from another site and of another shape', async () => {
    expect(codeOf(await stepUp(undefined))).to.equal('session/required');
    expect(codeOf(await stepUp('ana', 'senha-da-bia-12'))).to.equal('session/wrong-password');
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(codeOf(await stepUp('ana', PASSWORD, foreign))).to.equal('request/cross-site');
    for (const body of [{}, { password: '' }, { password: 'x'.repeat(129) }, { password: 7 }]) {
      const answer = await world.post('/api/auth/step-up', body, { as: 'ana' });
      expect(codeOf(answer)).to.equal('request/invalid-input');
    }
    expect((await world.get('/api/auth/step-up', { as: 'ana' })).status).to.equal(405);
  });

  it('is required for refunds above R$ 1.000,00, and not for the repetition of a request that had one', async () => {
    const history = new History(world.services.core.now());
    const buyer = await makeBuyer(world.services.core, 'Fulano de Tal');
    const paymentId = history.purchase({ ...people.otherSeller, amount: cents(3_000_00), buyer });
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    const refund = async (amount: number | undefined, key: string) => {
      const input = { paymentId, amount, note: 'Pedido do cliente' };
      const headers = { 'idempotency-key': key };
      return codeOf(
        await world.post('/api/seller.requestRefund', input, { as: 'otherSeller', headers }),
      );
    };
    expect(await refund(1_000_00, 'small')).to.equal('done');
    expect(await refund(1_000_01, 'large')).to.equal('session/step-up-required');
    expect(await refund(undefined, 'rest'), 'all that is left').to.equal(
      'session/step-up-required',
    );
    await stepUp('otherSeller');
    expect(await refund(undefined, 'rest')).to.equal('done');
    await ageSessions('otherSeller');
    expect(await refund(undefined, 'rest'), 'the same request once more').to.equal('done');
  });

  /** Milliseconds since the session's last proof, as another process reads it from the database. */
  const proofAgeElsewhere = async (cookie: string): Promise<number | undefined> => {
    const { databaseUrl } = world;
    const secrets = { sessionSecret: SESSION_SECRET };
    const publicUrl = 'http://127.0.0.1';
    const otherProcess = await openSessions({ databaseUrl, secrets, publicUrl });
    try {
      const session = await otherProcess.find(new Headers({ cookie }), 'watches');
      return session && (await otherProcess.readProofAge(session));
    } finally {
      await otherProcess.close();
    }
  };

  it('ends in every process when a flag of the person is taken away, also when the flag returns at once', async () => {
    const flags: PermissionFlag[] = ['isConfigAvailable', 'isSalesAvailable'];
    const functionary = await world.newFunctionary(flags);
    const cookie = await world.cookieOf(functionary);
    const staffId = functionary.personId;
    const change = () =>
      world
        .post('/api/admin.revisePlatformTerms', validInputs['admin.revisePlatformTerms'], {
          as: functionary,
        })
        .then(codeOf);
    expect(await change()).not.to.equal('session/step-up-required');
    expect(await proofAgeElsewhere(cookie)).to.be.at.most(STEP_UP_MS);
    await stepUp('admin');
    // The index of each change is the revision on which it is based.
    for (const [basedOn, permissions] of [['isSalesAvailable'], flags].entries()) {
      const input = { staffId, permissions, basedOn };
      const changed = await world.post('/api/admin.reviseFunctionary', input, { as: 'admin' });
      expect(changed.status, changed.text).to.equal(200);
    }
    expect(await change()).to.equal('session/step-up-required');
    expect(await proofAgeElsewhere(cookie)).to.equal(Infinity);
    const options = { as: functionary };
    expect(
      (await world.post('/api/auth/step-up', { password: PASSWORD }, options)).status,
    ).to.equal(200);
    expect(await change()).not.to.equal('session/step-up-required');
  });

  it('does not outlast a password that the person replaces by another', async () => {
    await stepUp('ana');
    const input = { password: 'cavalo bateria grampo' };
    const changed = await world.post('/api/person.changePassword', input, { as: 'ana' });
    expect(changed.status, changed.text).to.equal(200);
    expect(await callOf('seller.requestWithdrawal', 'ana')).to.equal('session/step-up-required');
    expect(codeOf(await stepUp('ana', input.password))).to.equal('done');
  });

  it('ends with its session, when the password is changed', async () => {
    await stepUp('ana');
    await world.services.sessions.setPassword({ email: emailOf('ana'), password: PASSWORD });
    expect(await callOf('seller.requestWithdrawal', 'ana')).to.equal('session/required');
    expect(codeOf(await stepUp('ana'))).to.equal('session/required');
  });

  it('writes no password to the log', () => {
    expect(world.logged.filter((line) => line.includes(PASSWORD))).to.deep.equal([]);
  });
});
