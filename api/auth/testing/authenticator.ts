import { Secret, TOTP } from 'otpauth';
import type { ApiWorld } from '#/api/testing/api-world.ts';
import type { AnyPerson } from '#/api/testing/people.ts';

const PERIOD_MS = 30_000;

export interface App {
  /** The code that is valid `periods` half minutes from now. */
  readonly code: (periods?: number) => string;
}

/** @param secret in base32 */
export const appOf = (secret: string): App => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    code: (periods = 0) => totp.generate({ timestamp: Date.now() + periods * PERIOD_MS }),
  };
};

/** Switches on the second factor of a person, in the session that `world` has for them. */
export const switchOnFactor = async (world: ApiWorld, as: AnyPerson): Promise<App> => {
  const begun = await world.post('/api/person.beginSecondFactor', {}, { as });
  const app = appOf((begun.body as { secret: string }).secret);
  await world.post('/api/person.confirmSecondFactor', { code: app.code() }, { as });
  return app;
};
