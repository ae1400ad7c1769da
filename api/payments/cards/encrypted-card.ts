import { createHmac } from 'node:crypto';
import { normaliseCard } from '#/domain/card/normalise-card.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { BuyersPart } from '#/domain/workflows/submit-payment.ts';
import type { RandomSource } from '#/domain/ports/machine.ts';
import type { CardData } from '#/domain/ports/card.ts';
import { addSeconds, dayOf, type Timestamp } from '#/domain/values/time.ts';
import { decrypt, derivedKey, encrypt } from '#/ledger/vault/cipher.ts';
import type { MasterKeys } from '#/ledger/vault/master-keys.ts';
import type { CardUses } from './card-uses.ts';

/**
 * A card encrypted by our server (checkout.73). The buyer's browser stores it, it is valid for ten minutes, and it can pay for one payment
 * only. The names of its keys still say "card bundle", its first name: with other names, issued cards could not be opened.
 */

/** Contains the version of the format. */
const PREFIX = 'card.v1.';
const GOOD_FOR_SECONDS = 600;
const NONCE_BYTES = 12;

export const isEncryptedCard = (token: string): boolean => token.startsWith(PREFIX);

export interface CardToken {
  readonly token: string;
  readonly expiresAt: Timestamp;
}

interface OpenPurpose {
  readonly checkoutId: string;
  readonly paymentId: string;
  /** True if the payment is recorded already: then `open` does not throw Refused. */
  readonly isRecorded: boolean;
}

/** The buyer's part of a charge. A charge with an encrypted card may be sent once. */
export interface ClaimableCharge {
  readonly buyer: BuyersPart;
  /**
   * Claims the right to send the charge. Send it if the result is true: an encrypted card can be claimed once.
   * @param mayRepeatLost the log may have lost this payment with its first claim: the card can then be claimed for it again, because
   * acquirers are asked for the lost charge before the new one is sent
   */
  readonly claim: (mayRepeatLost?: boolean) => Promise<boolean>;
}

export interface EncryptedCards {
  /** @throws Refused `card/…` */
  readonly issue: (card: CardData, checkoutId: string) => CardToken;
  /**
   * Replaces an encrypted card by the plain one. Once the payment is recorded, an encrypted card that cannot be used is not refused;
   * then `claim` returns false.
   * @param onCardRejected gets the acquirer's text for the buyer; it is not stored
   * @throws Refused `card/token-invalid`, `card/token-expired`, `card/token-used`
   */
  readonly open: (
    buyer: BuyersPart,
    purpose: OpenPurpose,
    onCardRejected: (text: string) => void,
  ) => Promise<ClaimableCharge>;
}

interface OpenedCard {
  readonly data: CardData;
  readonly expiresAt: Timestamp;
  readonly nonceDigest: string;
}

const contextOf = (checkoutId: string): string => `card bundle v1 ${checkoutId}`;

const textOf = (card: CardData, expiresAt: Timestamp): string => {
  const { cardNumber, holderName, holderDocument, expMonth, expYear, cvv } = card;
  return [cardNumber, holderName, holderDocument, expMonth, expYear, cvv, expiresAt].join('|');
};

/** @throws Error when the card was not encrypted with this key and for this checkout */
const openWith = (master: Buffer, bytes: Buffer, checkoutId: string): OpenedCard => {
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

/** Tries each master key, because an older one may have encrypted the card. @throws Refused `card/token-invalid` */
const openEncryptedCard = (
  masterKeys: MasterKeys,
  token: string,
  checkoutId: string,
): OpenedCard => {
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  for (const { bytes: master } of masterKeys) {
    try {
      return openWith(master, bytes, checkoutId);
    } catch {
      // Another key or checkout, or forged.
    }
  }
  throw new Refused('card/token-invalid');
};

export const createEncryptedCards = (dependencies: {
  readonly uses: CardUses;
  readonly masterKeys: MasterKeys;
  readonly chance: Pick<RandomSource, 'bytes'>;
  readonly now: () => Timestamp;
}): EncryptedCards => {
  const { uses, masterKeys, chance, now } = dependencies;

  /** @throws Refused `card/token-expired`, `card/token-used` */
  const requireUsable = async (
    { expiresAt, nonceDigest }: OpenedCard,
    paymentId: string,
  ): Promise<void> => {
    if (expiresAt <= now()) throw new Refused('card/token-expired');
    const usedFor = await uses.paymentOf(nonceDigest);
    if (usedFor !== undefined && usedFor !== paymentId) throw new Refused('card/token-used');
  };

  const claim = async (
    { expiresAt, nonceDigest }: OpenedCard,
    paymentId: string,
    mayRepeatLost: boolean,
  ): Promise<boolean> => {
    const at = now();
    if (expiresAt <= at) return false;
    if (await uses.claim({ nonceDigest, paymentId, expiresAt }, at)) return true;
    return mayRepeatLost && (await uses.paymentOf(nonceDigest)) === paymentId;
  };

  return {
    issue: (card, checkoutId) => {
      const at = now();
      const expiresAt = addSeconds(at, GOOD_FOR_SECONDS);
      const key = derivedKey(masterKeys[0].bytes, 'card bundle');
      const plain = Buffer.from(textOf(normaliseCard(card, dayOf(at)), expiresAt));
      const bytes = encrypt(key, plain, contextOf(checkoutId), chance);
      return { token: `${PREFIX}${bytes.toString('base64url')}`, expiresAt };
    },
    open: async (buyer, { checkoutId, paymentId, isRecorded }, onCardRejected) => {
      const { cardToken, ...rest } = buyer;
      if (cardToken === undefined || !isEncryptedCard(cardToken)) {
        return { buyer, claim: async () => true };
      }
      try {
        const opened = openEncryptedCard(masterKeys, cardToken, checkoutId);
        await requireUsable(opened, paymentId);
        const card = { data: opened.data, onRejected: onCardRejected };
        return {
          buyer: { ...rest, card },
          claim: (mayRepeatLost = false) => claim(opened, paymentId, mayRepeatLost),
        };
      } catch (error) {
        if (error instanceof Refused && isRecorded)
          return { buyer: rest, claim: async () => false };
        throw error;
      }
    },
  };
};
