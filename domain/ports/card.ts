import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { TransactionRequest } from './charge.ts';

/** A card as typed, or as `normaliseCard` returned it (acquirers.94, acquirers.96). We do not store it. */
export interface CardData {
  readonly cardNumber: string;
  readonly holderName: string;
  readonly holderDocument: string;
  /** Two digits after `normaliseCard`. */
  readonly expMonth: string;
  /** Two digits after `normaliseCard`. */
  readonly expYear: string;
  readonly cvv: string;
}

export interface CardIdRequest {
  readonly cardToken: string;
  readonly customer: TransactionRequest['customer'];
  readonly attempt: AttemptToSend;
}

export interface Cards {
  readonly createCardToken: (card: CardData) => Promise<string>;
  readonly createCardId: (request: CardIdRequest) => Promise<string>;
}
