import { z } from 'zod';
import { providerId, purposes } from '#/domain/acquiring/route.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { platformLimits } from './limits.ts';

/** Id of a secret of the platform, which is stored elsewhere. */
const id = z.uuid();

const certificate = z.strictObject({
  id,
  /** SHA-256 of the certificate, in hexadecimal. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  validTo: timestampSchema,
});

/** `STANDARD`: the PIX button names the price; `SHORT`: 'Efetuar Pagamento' (checkout.63). */
export const wordings = ['STANDARD', 'SHORT'] as const;

/** How masters set a platform up (people.175 to people.179). Without a setup it is in production. */
export const platformSetup = z.strictObject({
  /** While false, the platform begins sales at the simulated acquirer. */
  isInProduction: z.boolean(),
  /** A master has put the platform in production: it may not use the simulated acquirer. */
  isSimulationOver: z.literal(true).exactOptional(),
  /** The acquirers that the platform may have; absent = all. */
  providers: z.array(providerId).max(100).exactOptional(),
  /** The purposes for which it may use them; absent = all. */
  methods: z.array(z.enum(purposes)).max(purposes.length).exactOptional(),
  wording: z.enum(wordings).exactOptional(),
  limits: platformLimits.exactOptional(),
  /** The PIX key to which charges are paid when an account has no key of its own. */
  receiver: z
    .strictObject({ id, type: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']) })
    .exactOptional(),
  /** Client certificates for accounts without their own. */
  certificates: z
    .strictObject({ CASH_IN: certificate.exactOptional(), CASH_OUT: certificate.exactOptional() })
    .exactOptional(),
});

export type PlatformSetup = z.output<typeof platformSetup>;

/** The setup of a platform that masters have not set up yet. */
export const UNRESTRICTED: PlatformSetup = { isInProduction: true };
