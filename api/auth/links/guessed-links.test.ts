import { expect } from 'chai';
import { apiWorld } from '#/api/testing/api-world.ts';
import { emailOf } from '#/api/testing/people.ts';
import { makeRecoveryLink } from './recovery-links.ts';

const password = 'cavalo bateria grampo';
const path = '/api/auth/sign-in/email';

describe('Guessing of invitation links', () => {
  it('is answered with 429 after five attempts from one address', async () => {
    const world = await apiWorld({ limits: { invitation: { points: 5, seconds: 600 } } });
    const open = (token: string) => world.post('/api/session.openInvitation', { token });
    try {
      const statuses: number[] = [];
      for (let guess = 0; guess < 7; guess += 1) {
        statuses.push((await open(`guess-${guess}`)).status);
      }
      expect(statuses).to.deep.equal([404, 404, 404, 404, 404, 429, 429]);
    } finally {
      await world.close();
    }
  });
});

describe('Password recovery while others guess the password', () => {
  it('lets the owner sign in at once with the new password in the browser that used the link', async () => {
    const world = await apiWorld({ limits: { signIn: { points: 20, seconds: 300 } } });
    try {
      const email = emailOf('admin');
      const guess = async () =>
        (await world.post(path, { email, password: 'a guess of mine' })).status;
      const statuses = new Set<number>();
      while (!statuses.has(429)) statuses.add(await guess());
      const token = await makeRecoveryLink(world.services.database, email);
      const accepted = await world.post('/api/session.acceptInvitation', {
        token,
        email,
        password,
      });
      const cookie = accepted.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      const person = { email, password };
      expect((await world.post(path, person)).status).to.equal(429);
      expect((await world.post(path, person, { headers: { cookie } })).status).to.equal(200);
    } finally {
      await world.close();
    }
  });
});
