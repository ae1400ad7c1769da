import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { investigating, verification } from '#/api/auth/rights/staff-access.ts';
import { contract } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { AnyPerson, NewPerson } from '#/api/testing/people.ts';
import { queryText } from '#/api/testing/valid-inputs.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { ReceiverCommand } from '#/domain/receiver/commands.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { sampleEncrypted as encrypted } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';

const SELLER = 'seller-1';
const provider = 'iugu';

describe('A registration whose outcome is unknown, in the open cases', () => {
  let world: ApiWorld;
  let deputy: NewPerson;

  const providers: PaymentProviders = async (id) => ({
    id,
    label: id,
    paymentMethods: [],
    withdrawMethods: [],
    getReceiver: async ({ providerReceiverId }) =>
      providerReceiverId === 're-1' ? { providerReceiverId, status: 'ACTIVE' } : undefined,
    findReceiver: async () => ({ providerReceiverId: 're-2', status: 'ACTIVE' }),
  });

  const record = async (...commands: readonly ReceiverCommand[]): Promise<void> => {
    for (const command of commands)
      await world.services.core.handler.handle(receiver, `receiver-${SELLER}`, command, {
        commandId: randomUUID(),
        platform: 'demo',
        actor: 'system',
        correlation: SELLER,
      });
  };

  const ask = async (path: string, input: object, as: AnyPerson = 'admin') => {
    const text = queryText({ ...input, after: await world.lastFact() });
    const { status, text: answerText, body } = await world.get(`/api/${path}?${text}`, { as });
    expect(status, answerText).to.equal(200);
    return body;
  };
  const getCase = async (id: string) =>
    contract['admin.getInvestigation'].output.parse(
      await ask('admin.getInvestigation', { kind: 'REGISTRATION', id }),
    );
  const registration = async () => {
    const shown = await ask('admin.getReceiver', { sellerId: SELLER });
    return contract['admin.getReceiver'].output.parse(shown).registrations[0];
  };

  const call = async (name: string, input: object, as: AnyPerson, expected = 200) => {
    const { status, text, body } = await world.post(`/api/${name}`, input, { as });
    expect(status, text).to.equal(expected);
    return body;
  };
  const propose = async (
    id: string,
    finding: { readonly resolution: string; readonly reference?: string; readonly matter?: string },
    expected = 200,
  ) => {
    const proposal = { matter: 'registration', evidence: 'Painel do adquirente', ...finding };
    return call(
      'admin.proposeResolution',
      { kind: 'REGISTRATION', id, ...proposal },
      'admin',
      expected,
    );
  };
  const decide = async (id: string, finding: Parameters<typeof propose>[1]): Promise<void> => {
    const body = await propose(id, finding);
    const { proposalId } = contract['admin.proposeResolution'].output.parse(body);
    const input = { kind: 'REGISTRATION', id, proposalId };
    await call('admin.confirmResolution', input, 'admin', 403);
    await call('admin.confirmResolution', input, deputy);
  };

  /** Records a registration that was requested a minute ago and got no answer. @returns its id */
  const unanswered = async (): Promise<string> => {
    const registrationId = randomUUID();
    const now = addSeconds(world.services.core.now(), -60);
    const of = { platformId: 'demo', sellerId: SELLER, provider, registrationId, now };
    const details = { documentType: 'CPF', register: encrypted, contact: encrypted } as const;
    const attempt = { attemptId: randomUUID(), after: null, epoch: 1 };
    await record(
      { ...of, type: 'ReviseDetails', ...details },
      { ...of, type: 'RequestRegistration', identity: encrypted, email: encrypted },
      { ...of, type: 'BeginRegistration', ...attempt },
      { ...of, type: 'RecordUnanswered', failure: 'unavailable' },
    );
    return registrationId;
  };

  before(async () => {
    world = await apiWorld({ providers });
    deputy = await world.newAdmin();
  });
  after(() => world.close());

  let id: string;

  it('shows what was requested at which acquirer, to its platform alone', async () => {
    id = await unanswered();
    const list = await ask('admin.listInvestigations', { kind: 'REGISTRATION' });
    const { items } = contract['admin.listInvestigations'].output.parse(list);
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({
      id,
      sellerId: SELLER,
      provider,
      amount: null,
      inQuestion: null,
      causes: ['UNKNOWN_OUTCOME'],
    });
    expect((await registration())?.waits).to.equal(true);
    const { asked, matters, attempts } = await getCase(id);
    const registered = { operation: 'REGISTRATION', ordinal: 1, reference: id, outcome: 'UNKNOWN' };
    expect(attempts).to.have.length(1);
    expect(attempts[0]).to.include({ ...registered, cause: 'unavailable' });
    expect(asked).to.include({ method: 'REGISTRATION', status: 'UNANSWERED' });
    expect(matters[0]?.answers).to.deep.equal(['HAPPENED', 'DID_NOT_HAPPEN']);
    const others = await ask('admin.listInvestigations', {}, 'otherAdmin');
    expect(Object(others).items).to.deep.equal([]);
    const query = queryText({ kind: 'REGISTRATION', id });
    const { status } = await world.get(`/api/admin.getInvestigation?${query}`, {
      as: 'otherAdmin',
    });
    expect(status).to.equal(404);
  });

  it('is listed at its seller as awaiting staff, for those whose flags open the page of cases', async () => {
    const waitsFor = async (...flags: readonly PermissionFlag[]) => {
      const as = await world.newFunctionary(['isUsersAvailable', ...flags]);
      const shown = await ask('admin.getSeller', { sellerId: SELLER }, as);
      const { waitsFor: waits } = contract['admin.getSeller'].output.parse(shown);
      return waits.map(({ what }) => what);
    };
    expect(await waitsFor(...investigating.staff)).to.deep.equal(['REGISTRATION']);
    expect(await waitsFor(...verification.staff)).to.deep.equal([]);
  });

  it('accepts only a receiver that the acquirer has', async () => {
    const missing = await propose(id, { resolution: 'HAPPENED' }, 422);
    expect(problem.parse(missing).code).to.equal('investigation/receiver-id-missing');
    const unknown = await propose(id, { resolution: 'HAPPENED', reference: 're-9' }, 404);
    expect(problem.parse(unknown).code).to.equal('receiver/unknown');
  });

  it('is refused once two people say that there is none, and waits again once the acquirer finds it', async () => {
    await decide(id, { resolution: 'DID_NOT_HAPPEN' });
    expect(await registration()).to.include({
      status: 'REFUSED',
      cause: 'not-registered',
      waits: false,
    });
    await call('admin.readBackReceiver', { sellerId: SELLER, provider }, 'admin');
    expect((await getCase(id)).matters[0]).to.deep.include({
      key: 'contradiction',
      cause: 'CONTRADICTED_RESOLUTION',
    });
    expect((await registration())?.waits).to.equal(true);
    const matter = 'contradiction';
    await decide(id, { matter, resolution: 'HAPPENED', reference: 're-1' });
    expect(await registration()).to.include({ status: 'PENDING', providerReceiverId: 're-1' });
  });
});
