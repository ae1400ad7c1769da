import { expect } from 'chai';
import { contract } from '#/api/contract/contract.ts';
import { procedureNames } from '#/api/http/procedure-names.ts';
import { Client } from '#/api/live/testing/client.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { people, type NewPerson } from '#/api/testing/people.ts';
import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';
import { backofficePages, mayOpen, type BackofficePage } from '#/web/features/session/access.ts';
import { access, exportNames, type AccessName } from './access.ts';
import type { StaffAccess } from './rights/staff-access.ts';
import { callAny } from './testing/call-any.ts';

type StaffPage = Extract<BackofficePage['to'], `/admin-root/${string}`>;

/** The procedure that each page of staff calls first. */
const shownOn: Readonly<Record<StaffPage, AccessName>> = {
  '/admin-root/dashboard': 'admin.getSummary',
  '/admin-root/manage-sales': 'admin.listSales',
  '/admin-root/manage-users': 'admin.listSellers',
  '/admin-root/manage-managers': 'admin.listManagers',
  '/admin-root/seller-revenue': 'admin.listSellerRevenue',
  '/admin-root/seller-negative': 'admin.listNegativeSellers',
  '/admin-root/export-accounting': 'admin.getTrialBalance',
  '/admin-root/investigations': 'admin.listInvestigations',
  '/admin-root/document-validation': 'admin.listReceivers',
  '/admin-root/manage-bank-accounts': 'admin.listDestinations',
  '/admin-root/manage-withdraws': 'admin.listWaitingWithdrawals',
  '/admin-root/paid-withdrawals': 'admin.listPaidWithdrawals',
  '/admin-root/platform-settings': 'admin.getPlatformTerms',
  '/admin-root/platform-settings/acquirings': 'admin.getAcquiring',
  '/admin-root/platform-settings/access': 'admin.listAccess',
  '/admin-root/manage-functionaries': 'admin.listStaff',
  '/admin-root/integrations': 'admin.getMail',
};

const guarded = [...procedureNames, ...exportNames].filter(
  (name) => access[name] !== 'public' && access[name] !== 'person',
);

const isOpenedBy = (flag: PermissionFlag, needed: StaffAccess | string): boolean =>
  typeof needed !== 'string' && needed.staff.every((each) => each === flag);

/** Live topics of the caller's platform, each with a procedure that needs the same flags. */
const ownTopics = [
  [`balance:${people.ana.sellerId}`, 'admin.listSales'],
  [`sales:${people.ana.sellerId}`, 'admin.listSales'],
  [`platform:${people.ana.platformId}`, 'admin.getSummary'],
  [`payouts:${people.ana.platformId}`, 'admin.listWaitingWithdrawals'],
] as const satisfies readonly (readonly [topic: string, AccessName])[];

const foreignTopics = [
  `balance:${people.otherSeller.sellerId}`,
  `sales:${people.otherSeller.sellerId}`,
  `platform:${people.otherSeller.platformId}`,
  `payouts:${people.otherSeller.platformId}`,
];

const isExport = (name: AccessName): boolean => exportNames.some((each) => each === name);

describe('A functionary with one of the 20 flags alone', () => {
  let world: ApiWorld;
  const reportLines: string[] = [];
  let calls = 0;

  before(async () => {
    world = await apiWorld();
  });
  after(async () => {
    await world.close();
    process.stdout.write(
      `${reportLines.map((line) => `  ${line}`).join('\n')}\n  asked ${calls} times\n`,
    );
  });

  const proceduresFor = async (person: NewPerson): Promise<readonly AccessName[]> => {
    const reached: AccessName[] = [];
    for (const name of guarded) {
      calls += 1;
      const { status, text } = await callAny(world, name, person);
      expect(status, `${name}: ${text}`).to.not.be.oneOf([401, 500]);
      if (status !== 403) reached.push(name);
    }
    return reached;
  };

  const topicsFor = async (
    person: NewPerson,
    topics: readonly string[],
  ): Promise<readonly string[]> => {
    const client = await new Client(world.url, { cookie: await world.cookieOf(person) }).opened();
    const reached: string[] = [];
    for (const topic of topics) {
      calls += 1;
      client.subscribe(topic);
      const { type } = await client.receives(
        (message) => 'topic' in message && message.topic === topic,
      );
      if (type === 'snapshot') reached.push(topic);
    }
    client.socket.terminate();
    return reached;
  };

  /** The pages that the back office offers this person. */
  const pagesFor = async (person: NewPerson): Promise<readonly string[]> => {
    const { body } = await world.get('/api/session.get', { as: person });
    const session = contract['session.get'].output.parse(body);
    if (session === null) throw new Error('they are signed in');
    return backofficePages.filter((each) => mayOpen(session, each)).map(({ to }) => to);
  };

  for (const flag of permissionFlags) {
    it(`reaches with ${flag} exactly the pages, procedures, live topics and exports that it opens`, async () => {
      const person = await world.newFunctionary([flag]);
      const procedures = guarded.filter((name) => isOpenedBy(flag, access[name]));
      expect(await proceduresFor(person)).to.deep.equal(procedures);

      const topics = ownTopics.filter(([, name]) => procedures.includes(name));
      const all = [...ownTopics.map(([topic]) => topic), ...foreignTopics];
      expect(await topicsFor(person, all)).to.deep.equal(topics.map(([topic]) => topic));

      const pages = Object.entries(shownOn).filter(([, name]) => procedures.includes(name));
      expect(await pagesFor(person)).to.have.members(pages.map(([to]) => to));

      const exports = procedures.filter(isExport).length;
      reportLines.push(
        `${flag}: ${pages.length} pages, ${procedures.length - exports} procedures, ${topics.length} live topics, ${exports} exports`,
      );
    });
  }
});
