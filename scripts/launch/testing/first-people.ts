import { randomUUID } from 'node:crypto';
import { appOf } from '#/api/auth/testing/authenticator.ts';

export interface FirstPerson {
  readonly email: string;
  readonly password: string;
}

/** Calls by which the first people of an installation sign up and create a platform. */
export const firstPeopleAt = (url: string) => {
  const post = (path: string, cookie: string, body: object): Promise<Response> =>
    fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });

  const ask = async (path: string, cookie: string, body: object) => {
    const answer = await post(path, cookie, body);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${text}`);
    return Object(JSON.parse(text));
  };

  return {
    post,

    accept: async (token: string, { email, password }: FirstPerson): Promise<number> =>
      (
        await post('session.acceptInvitation', '', {
          token,
          email,
          password,
          name: 'Maria da Silva',
        })
      ).status,

    /** Signs in and sets up the obligatory second factor. @returns the cookie */
    comeIn: async (person: FirstPerson): Promise<string> => {
      const { headers } = await post('auth/sign-in/email', '', person);
      const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      const app = appOf((await ask('person.beginSecondFactor', cookie, {})).secret);
      await ask('person.confirmSecondFactor', cookie, { code: app.code() });
      return cookie;
    },

    /** A master creates a platform and invites its administrator. @returns the token of the link */
    createPlatform: async (
      cookie: string,
      platformId: string,
      { email }: FirstPerson,
    ): Promise<string> => {
      await ask('master.createPlatform', cookie, { platformId, name: 'Loja Azul' });
      const { url: link } = await ask('master.inviteAdministrator', cookie, { platformId, email });
      return String(link).split('#')[1] ?? '';
    },
  };
};
