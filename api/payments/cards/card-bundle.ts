import { createHmac } from 'node:crypto';
import { normaliseCard } from '#/domain/card/normalise-card.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { BuyersPart } from '#/domain/workflows/submit-payment.ts';
import type { Chance } from '#/domain/ports/machine.ts';
import type { CardData } from '#/domain/ports/card.ts';
import { addSeconds, dayOf, type Timestamp } from '#/domain/values/time.ts';
import { decrypt, derivedKey, encrypt } from '#/ledger/vault/cipher.ts';
import type { MasterKeys } from '#/ledger/vault/master-keys.ts';
import type { CardUses } from './card-uses.ts';

/**
 * A card that our server encrypts into a bundle (checkout.73), for acquirers from which a browser can get no token. The buyer's browser
 * holds the bundle as its card token. The bundle is valid for ten minutes, and for one payment at one checkout. We never store the bundle,
 * only a digest that shows for which payment it was used. So a card token is either a bundle of ours, or a token of an acquirer; the
 * latter is passed on unchanged.
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

/** What a bundle is opened for. */
interface OpenPurpose {
  readonly checkoutId: string;
  readonly paymentId: string;
  /** True if the payment is recorded already: then opening must not throw Refused any more. */
  readonly isRecorded: boolean;
}

/** The buyer's part of a charge, which may be sent once if it holds a bundle. */
export interface ClaimableCharge {
  readonly buyer: BuyersPart;
  /**
   * Claims the right to send the charge. For a bundle, returns true at most once, and never when it has expired. The caller who gets true
   * must send the charge: a claimed charge without an answer is looked up at the acquirer and never sent again. For any other token, always
   * returns true.
   */
  readonly claim: () => Promise<boolean>;
}

export interface CardBundles {
  /** @throws Refused `card/…` */
  readonly issue: (card: CardData, checkoutId: string) => CardToken;
  /**
   * Returns the buyer's part with the plain card in place of the token, if the token is a bundle of ours. If the payment is recorded
   * already, a bundle that cannot be used causes no error: the card is left out, and the charge cannot be claimed.
   * @param onCardRejected gets a text for the buyer if the acquirer does not accept the card; the text is stored nowhere
   * @throws Refused `card/token-invalid`, `card/token-expired`, `card/token-used`
   */
  readonly open: (
    buyer: BuyersPart,
    purpose: OpenPurpose,
    onCardRejected: (text: string) => void,
  ) => Promise<ClaimableCharge>;
}

interface OpenedBundle {
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
const openWith = (master: Buffer, bytes: Buffer, checkoutId: string): OpenedBundle => {
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
const openBundle = (masterKeys: MasterKeys, token: string, checkoutId: string): OpenedBundle => {
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

export const createCardBundles = (dependencies: {
  readonly uses: CardUses;
  readonly masterKeys: MasterKeys;
  readonly chance: Pick<Chance, 'bytes'>;
  readonly now: () => Timestamp;
}): CardBundles => {
  const { uses, masterKeys, chance, now } = dependencies;

  /** @throws Refused `card/token-expired`, `card/token-used` */
  const requireUsable = async (
    { expiresAt, nonceDigest }: OpenedBundle,
    paymentId: string,
  ): Promise<void> => {
    if (expiresAt <= now()) throw new Refused('card/token-expired');
    const usedFor = await uses.paymentOf(nonceDigest);
    if (usedFor !== undefined && usedFor !== paymentId) throw new Refused('card/token-used');
  };

  const claim = async (
    { expiresAt, nonceDigest }: OpenedBundle,
    paymentId: string,
  ): Promise<boolean> => {
    const at = now();
    return expiresAt > at && uses.claim({ nonceDigest, paymentId, expiresAt }, at);
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
      if (cardToken === undefined || !isCardBundle(cardToken)) {
        return { buyer, claim: async () => true };
      }
      try {
        const bundle = openBundle(masterKeys, cardToken, checkoutId);
        await requireUsable(bundle, paymentId);
        const card = { data: bundle.data, onRejected: onCardRejected };
        return { buyer: { ...rest, card }, claim: () => claim(bundle, paymentId) };
      } catch (error) {
        if (error instanceof Refused && isRecorded)
          return { buyer: rest, claim: async () => false };
        throw error;
      }
    },
  };
};
