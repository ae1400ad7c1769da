import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ProcedureName } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import {
  registeringWorld,
  vera,
  type RegisteringWorld,
} from '#/api/people/onboarding/testing/registering-world.ts';
import { mail } from '#/domain/mail/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { addSeconds } from '#/domain/values/time.ts';

const password = 'cavalo bateria grampo';
const DAY_SECONDS = 86_400;

interface Link {
  readonly url: string;
  readonly token: string;
}

interface Door {
  /** Makes a link to `email`, or, where the link is for Ana, to her own address. */
  readonly make: (email: string) => Promise<Link>;
  readonly opens: ProcedureName;
  readonly uses: ProcedureName;
  /** Input besides the token. */
  readonly input: (email: string) => object;
  /** SQL that makes the links expire; undefined for the link that `noticeDays` makes old. */
  readonly expire: string | undefined;
  /** The link works for one address only. */
  readonly isForAddress: boolean;
}

describe('A mailed link', () => {
  let world: RegisteringWorld;
  let ana: NewPerson;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    ana = await world.newSeller();
  });

  const post = async (name: string, input: object, as?: 'admin' | NewPerson): Promise<void> => {
    const headers = { 'idempotency-key': randomUUID() };
    const { status, text } = await world.post(`/api/${name}`, input, {
      headers,
      ...(as && { as }),
    });
    expect(status, text).to.equal(200);
  };

  /** A security mail to Ana. @param days how long ago it was requested */
  const noticeOf = async (days: number): Promise<Link> => {
    const { core, sessions } = world.services;
    const [mailId, at] = [randomUUID(), addSeconds(core.now(), -days * DAY_SECONDS)];
    const requested = {
      platformId: 'demo',
      to: { kind: 'seller', personId: ana.personId },
      language: 'pt-BR',
      content: { template: 'new-device', signedInAt: at, address: null },
      at,
    } as const;
    const command = { type: 'RequestMail', mail: requested } as const;
    const context = { commandId: mailId, platform: 'demo', actor: 'system', correlation: mailId };
    await core.handler.handle(mail, streamOf('mail', mailId), command, context);
    const url = sessions.blocking.urlOf(mailId);
    return { url, token: url.split('#')[1] ?? '' };
  };

  /** How many days ago the next security mail was requested: its link lasts a week from then. */
  let noticeDays = 0;

  const doors: Readonly<Record<string, Door>> = {
    'that invites staff': {
      make: async (email) => {
        await post('admin.inviteFunctionary', { email, permissions: [] }, 'admin');
        return world.linkTo(email);
      },
      opens: 'session.openInvitation',
      uses: 'session.acceptInvitation',
      input: (email) => ({ email, name: 'Nova Funcionária', password }),
      expire: `UPDATE auth.staff_invitation SET expires_at = now() - interval '1 second'`,
      isForAddress: true,
    },
    'that lets a seller register': {
      make: async (email) => {
        await post('session.requestRegistration', { platformId: 'demo', email });
        return world.linkTo(email);
      },
      opens: 'session.openRegistration',
      uses: 'session.register',
      input: () => vera,
      expire: `UPDATE auth.registration SET expires_at = now() - interval '1 second'`,
      isForAddress: false,
    },
    'for a new password': {
      make: async () => {
        await post('session.requestRecovery', { email: ana.email });
        return world.linkTo(ana.email);
      },
      opens: 'session.openInvitation',
      uses: 'session.acceptInvitation',
      input: () => ({ email: ana.email, password }),
      expire: `UPDATE auth.recovery SET expires_at = now() - interval '1 second'`,
      isForAddress: true,
    },
    'that confirms another e-mail': {
      make: async (email) => {
        await post('person.requestEmailChange', { email }, ana);
        return world.linkTo(email);
      },
      opens: 'session.openEmailChange',
      uses: 'session.confirmEmailChange',
      input: () => ({}),
      expire: `UPDATE auth.email_change SET requested_at = now() - interval '2 days'`,
      isForAddress: false,
    },
    'that blocks the access': {
      make: () => noticeOf(noticeDays),
      opens: 'session.openBlock',
      uses: 'session.blockAccess',
      input: () => ({}),
      expire: undefined,
      isForAddress: false,
    },
  };

  const newEmail = () => `${randomUUID()}@example.com`;

  const codeOf = ({ status, body }: ApiAnswer): string =>
    status === 200 ? 'done' : problem.parse(body).code;

  const OVER = ['invitation/not-usable', 'session/link-over', 'onboarding/link-over'];

  for (const [name, { make, opens, uses, input, expire, isForAddress }] of Object.entries(doors)) {
    const open = (token: string) => world.post(`/api/${opens}`, { token });
    const use = (token: string, email: string) =>
      world.post(`/api/${uses}`, { token, ...input(email) });

    it(`${name} can be used once, also after a scanner of mails followed it`, async () => {
      const email = newEmail();
      const { url, token } = await make(email);
      const { pathname, search, origin } = new URL(url);
      expect(origin).to.equal(world.url);
      expect(pathname + search, 'what is sent to servers').to.not.include(token);
      const head = await world.lastFact();
      for (const path of [pathname + search, `${pathname}?token=${token}`, `/${token}`]) {
        await world.get(path);
        await world.send('HEAD', path, '');
      }
      for (const procedure of [opens, uses]) {
        const scanned = await world.get(`/api/${procedure}?token=${token}`);
        expect(scanned.status).to.be.oneOf([404, 405]);
      }
      for (let times = 0; times < 3; times += 1) expect(codeOf(await open(token))).to.equal('done');
      expect(await world.lastFact()).to.equal(head);

      const used = await use(token, email);
      expect(codeOf(used), used.text).to.equal('done');
      const repeated = await use(token, email);
      // A change of e-mail waits for the link to the other address, so this link stays open.
      if (uses === 'session.confirmEmailChange') expect(codeOf(repeated)).to.equal('done');
      else {
        expect(codeOf(repeated)).to.be.oneOf(OVER);
        expect(codeOf(await open(token))).to.be.oneOf(OVER);
      }
    });

    it(`${name} cannot be used once it has expired`, async () => {
      const email = newEmail();
      noticeDays = 8;
      const { token } = await make(email);
      noticeDays = 0;
      if (expire !== undefined) await world.services.database.query(expire);
      const head = await world.lastFact();
      expect(codeOf(await open(token))).to.be.oneOf(OVER);
      expect(codeOf(await use(token, email))).to.be.oneOf(OVER);
      expect(await world.lastFact()).to.equal(head);
    });

    if (isForAddress) {
      it(`${name} cannot be used for another address, and then still for its own`, async () => {
        const email = newEmail();
        const { token } = await make(email);
        const otherInput = { ...input(email), email: newEmail() };
        const stolen = await world.post(`/api/${uses}`, { token, ...otherInput });
        expect(codeOf(stolen)).to.equal('invitation/not-usable');
        const bia = await world.newSeller();
        const joined = await world.post('/api/session.joinByInvitation', { token }, { as: bia });
        expect(codeOf(joined)).to.equal('invitation/not-usable');
        expect(codeOf(await use(token, email))).to.equal('done');
      });
    }
  }
});
