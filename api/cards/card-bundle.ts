import { createHmac } from 'node:crypto';
import { normaliseCard } from '#/domain/card/normalise-card.ts';
import { Refused } from '#/domain/errors.ts';
import type { BuyersPart } from '#/domain/workflows/submit-payment.ts';
import type { Chance } from '#/domain/ports/machine.ts';
import type { CardData } from '#/domain/ports/card.ts';
import { addSeconds, dayOf, type Timestamp } from '#/domain/time.ts';
import { decrypt, derivedKey, encrypt } from '#/ledger/vault/cipher.ts';
import type { MasterKeys } from '#/ledger/vault/master-keys.ts';
import type { CardUses } from './card-uses.ts';

/**
 * A card as a locally encrypted bundle (checkout.73), for acquirers whose tokens the browser cannot get itself. The buyer's
 * browser holds it, for ten minutes and one payment at one checkout; we store only that it was used, and for which payment.
 */

/** Also the version of the format: another format gets another prefix. */
const PREFIX = 'card.v1.';
const GOOD_FOR_SECONDS = 600;
const NONCE_BYTES = 12;

export const isCardBundle = (token: string): boolean => token.startsWith(PREFIX);

export interface CardToken {
  readonly token: string;
  readonly expiresAt: Timestamp;
}

/** Purpose of opening a bundle. */
interface Use {
  readonly checkoutId: string;
  readonly paymentId: string;
  /** True if the payment is recorded, so that it can no longer be refused. */
  readonly isRecorded: boolean;
}

/** The buyer's part of a charge, which may be sent once. */
export interface Sendable {
  readonly buyer: BuyersPart;
  /**
   * Returns true exactly once; that caller must send the charge. A charge taken but unanswered is read back, never sent
   * again.
   */
  readonly take: () => Promise<boolean>;
}

export interface CardBundles {
  /** @throws Refused `card/…` */
  readonly issue: (typed: CardData, checkoutId: string) => CardToken;
  /**
   * Returns the buyer's part with the plain card in place of its bundle, if the token is a bundle.
   * @throws Refused `card/token-invalid`, `card/token-expired`, `card/token-used`
   */
  readonly open: (
    buyer: BuyersPart,
    use: Use,
    notTaken: (text: string) => void,
  ) => Promise<Sendable>;
}

interface Opened {
  readonly data: CardData;
  readonly expiresAt: Timestamp;
  readonly nonceDigest: string;
}

const contextOf = (checkoutId: string): string => `card bundle v1 ${checkoutId}`;

const textOf = (card: CardData, expiresAt: Timestamp): string => {
  const { cardNumber, holderName, holderDocument, expMonth, expYear, cvv } = card;
  return [cardNumber, holderName, holderDocument, expMonth, expYear, cvv, expiresAt].join('|');
};

/** @throws Error when the bundle was not made with this key and for this checkout */
const openWith = (master: Buffer, bytes: Buffer, checkoutId: string): Opened => {
  const key = derivedKey(master, 'card bundle');
  const text = decrypt(key, bytes, contextOf(checkoutId)).toString('utf8');
  const [cardNumber = '', holderName = '', holderDocument = '', ...rest] = text.split('|');
  const [expMonth = '', expYear = '', cvv = '', expiresAt = ''] = rest;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  return {
    data: { cardNumber, holderName, holderDocument, expMonth, expYear, cvv },
    expiresAt,
    nonceDigest: createHmac('sha256', derivedKey(master, 'card bundle use'))
      .update(nonce)
      .digest('base64url'),
  };
};

/** Decrypts a bundle with the key that encrypted it, which may be an older one. @throws Refused `card/token-invalid` */
const openToken = (masterKeys: MasterKeys, token: string, checkoutId: string): Opened => {
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  for (const { bytes: master } of masterKeys) {
    try {
      return openWith(master, bytes, checkoutId);
    } catch {
      // Encrypted with another key, for another checkout, or forged.
    }
  }
  throw new Refused('card/token-invalid');
};

export const createCardBundles = (parts: {
  readonly uses: CardUses;
  readonly masterKeys: MasterKeys;
  readonly chance: Pick<Chance, 'bytes'>;
  readonly now: () => Timestamp;
}): CardBundles => {
  const { uses, masterKeys, chance, now } = parts;

  /** @throws Refused */
  const requireUsable = async (
    { expiresAt, nonceDigest }: Opened,
    paymentId: string,
  ): Promise<void> => {
    if (expiresAt <= now()) throw new Refused('card/token-expired');
    const usedFor = await uses.paymentOf(nonceDigest);
    if (usedFor !== undefined && usedFor !== paymentId) throw new Refused('card/token-used');
  };

  const take = async ({ expiresAt, nonceDigest }: Opened, paymentId: string): Promise<boolean> => {
    const at = now();
    return expiresAt > at && uses.take({ nonceDigest, paymentId, expiresAt }, at);
  };

  return {
    issue: (typed, checkoutId) => {
      const at = now();
      const expiresAt = addSeconds(at, GOOD_FOR_SECONDS);
      const key = derivedKey(masterKeys[0].bytes, 'card bundle');
      const plain = Buffer.from(textOf(normaliseCard(typed, dayOf(at)), expiresAt));
      const bytes = encrypt(key, plain, contextOf(checkoutId), chance);
      return { token: `${PREFIX}${bytes.toString('base64url')}`, expiresAt };
    },
    open: async (buyer, { checkoutId, paymentId, isRecorded }, notTaken) => {
      const { cardToken, ...rest } = buyer;
      if (cardToken === undefined || !isCardBundle(cardToken)) {
        return { buyer, take: async () => true };
      }
      try {
        const bundle = openToken(masterKeys, cardToken, checkoutId);
        await requireUsable(bundle, paymentId);
        const card = { data: bundle.data, notTaken };
        return { buyer: { ...rest, card }, take: () => take(bundle, paymentId) };
      } catch (error) {
        if (error instanceof Refused && isRecorded) return { buyer: rest, take: async () => false };
        throw error;
      }
    },
  };
};
