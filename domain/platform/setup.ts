import { z } from 'zod';
import { providerId, purposes } from '#/domain/acquiring/route.ts';
import { timestampSchema } from '#/domain/time.ts';

/** Names a secret of the platform: what it is, is kept beside the record. */
const id = z.uuid();

const certificate = z.strictObject({
  id,
  /** SHA-256 of the certificate, in hexadecimal. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  validTo: timestampSchema,
});

/** `STANDARD`: the PIX button names the price; `SHORT`: 'Efetuar Pagamento' (checkout.63). */
export const wordings = ['STANDARD', 'SHORT'] as const;

/** How the installation's masters set a platform up (people.175 to people.179). A platform without has everything, and is in production. */
export const platformSetup = z.strictObject({
  /** Until then its money moves at the simulated acquirer alone. */
  isInProduction: z.boolean(),
  /** The acquirers that it may have; absent = all. */
  providers: z.array(providerId).max(100).exactOptional(),
  /** What it may use them for; absent = all. */
  methods: z.array(z.enum(purposes)).max(purposes.length).exactOptional(),
  wording: z.enum(wordings).exactOptional(),
  /** The PIX key that charges are paid to where an account has none of its own. */
  receiver: z
    .strictObject({ id, type: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']) })
    .exactOptional(),
  /** Client certificates for accounts without an own one. */
  certificates: z
    .strictObject({ CASH_IN: certificate.exactOptional(), CASH_OUT: certificate.exactOptional() })
    .exactOptional(),
});

export type PlatformSetup = z.output<typeof platformSetup>;

/** Of a platform that masters did not set up yet. */
export const UNRESTRICTED: PlatformSetup = { isInProduction: true };
