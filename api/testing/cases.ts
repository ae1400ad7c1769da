import { expect } from 'chai';
import { contract } from '#/api/contract/contract.ts';
import { History } from '#/projections/testing/history.ts';
import { apiWorld, type ApiWorld } from './api-world.ts';
import type { AnyPerson, NewPerson } from './people.ts';
import { queryText } from './valid-inputs.ts';

/** People and a history for tests of investigations. Each test has a platform of its own. */
export const casesStage = () => {
  let world: ApiWorld;
  let history: History;
  let admin: NewPerson;
  let deputy: NewPerson;
  let seller: NewPerson;

  before(async () => {
    world = await apiWorld();
    history = new History();
  });
  after(() => world.close());

  beforeEach(async () => {
    const platformId = await world.newPlatform();
    admin = await world.newAdmin(platformId);
    deputy = await world.newAdmin(platformId);
    seller = await world.newSeller(platformId);
  });

  return {
    get world() {
      return world;
    },
    get history() {
      return history;
    },
    get admin() {
      return admin;
    },
    get deputy() {
      return deputy;
    },
    get seller() {
      return seller;
    },
  };
};

/** Steps of tests about investigations of payments. */
export const casesOn = (stage: ReturnType<typeof casesStage>) => {
  const purchase = (): string =>
    stage.history.purchase({
      platformId: stage.seller.platformId,
      sellerId: stage.seller.personId,
    });

  const listed = async (filters: object = {}, as: AnyPerson = stage.admin) => {
    const text = queryText({ ...filters, after: await stage.world.lastFact() });
    const { status, body } = await stage.world.get(`/api/admin.listInvestigations?${text}`, { as });
    expect(status).to.equal(200);
    return contract['admin.listInvestigations'].output.parse(body);
  };

  const opened = async (id: string, as: AnyPerson = stage.admin) => {
    const input = { kind: 'PAYMENT', id };
    const { status, body } = await stage.world.get(
      `/api/admin.getInvestigation?${queryText(input)}`,
      {
        as,
      },
    );
    expect(status).to.equal(200);
    return contract['admin.getInvestigation'].output.parse(body);
  };

  const proposing = (id: string, differences: object = {}) => ({
    kind: 'PAYMENT',
    id,
    matter: 'charge',
    resolution: 'HAPPENED',
    evidence: 'Consta no extrato do adquirente',
    ...differences,
  });

  const propose = async (id: string, as: AnyPerson = stage.admin, differences: object = {}) => {
    const { status, body } = await stage.world.post(
      '/api/admin.proposeResolution',
      proposing(id, differences),
      { as },
    );
    expect(status).to.equal(200);
    return contract['admin.proposeResolution'].output.parse(body).proposalId;
  };

  const confirm = (id: string, proposalId: string, as: AnyPerson) =>
    stage.world.post('/api/admin.confirmResolution', { kind: 'PAYMENT', id, proposalId }, { as });

  /** Records a charge whose outcome stays unknown, which opens an investigation. @returns the payment's id */
  const unresolved = async (): Promise<string> => {
    const paymentId = purchase();
    stage.history.submit(paymentId);
    stage.history.leaveUnresolved(paymentId);
    await stage.world.happen(stage.history);
    return paymentId;
  };

  return { purchase, listed, opened, proposing, propose, confirm, unresolved };
};
