import type { Scalar } from './simulators/json-scalars.ts';

/** A constant in requests. Our sources give many without the provider's name (acquirers.105). */
export interface WireConstant {
  readonly what: string;
  readonly provider: string;
  /** Its source: documents or clients, our rules (`specified`), or none (`assumed`). */
  readonly basis: 'documented' | 'specified' | 'assumed';
  /** A field of the request. */
  readonly field: string;
  readonly value: Scalar;
}

export const wireConstants: readonly WireConstant[] = [
  {
    what: 'currency BRL',
    provider: 'hunterpay',
    basis: 'documented',
    field: 'currency',
    value: 'BRL',
  },
  { what: 'country BRA', provider: 'abmex', basis: 'assumed', field: 'country', value: 'BRA' },
  {
    what: 'country prefix 55',
    provider: 'pagarme',
    basis: 'documented',
    field: 'country_code',
    value: '55',
  },
  {
    what: 'PIX for 1 day',
    provider: 'fairpay',
    basis: 'specified',
    field: 'expiresInDays',
    value: 1,
  },
  {
    what: 'PIX for 2 days',
    provider: 'paguesafe',
    basis: 'assumed',
    field: 'expiresInDays',
    value: 2,
  },
  {
    what: 'PIX for 5 days',
    provider: 'pixium',
    basis: 'assumed',
    field: 'expiresInDays',
    value: 5,
  },
  {
    what: 'PIX for 1800 seconds',
    provider: 'zendry',
    basis: 'documented',
    field: 'expiration_time',
    value: '1800',
  },
  {
    what: 'PIX for 86400 seconds',
    provider: 'onz',
    basis: 'documented',
    field: 'expiracao',
    value: 86_400,
  },
  {
    what: 'PIX for 1440 minutes',
    provider: 'celcoin',
    basis: 'documented',
    field: 'value',
    value: 1_440,
  },
  {
    what: 'PIX for 8000, taken for seconds',
    provider: 'bmb',
    basis: 'assumed',
    field: 'expiracao',
    value: 8_000,
  },
  {
    what: 'boleto for 3 days',
    provider: 'fairpay',
    basis: 'specified',
    field: 'expiresInDays',
    value: 3,
  },
  {
    what: 'boleto for 5 days',
    provider: 'nextpay',
    basis: 'assumed',
    field: 'expiresInDays',
    value: 5,
  },
  {
    what: 'boleto for 1 day',
    provider: 'zenet',
    basis: 'assumed',
    field: 'expiresInDays',
    value: 1,
  },
  {
    what: 'invoice due the next day',
    provider: 'iugu',
    basis: 'specified',
    field: 'due_date',
    value: '2026-11-21',
  },
  {
    what: 'card payment due in a year',
    provider: 'abmex',
    basis: 'assumed',
    field: 'expires_at',
    value: '2027-11-20T12:00:00.000Z',
  },
  {
    what: 'card years begin with 20',
    provider: 'iugu',
    basis: 'documented',
    field: 'year',
    value: '2030',
  },
  {
    what: 'random descriptor of 13 letters and digits',
    provider: 'pagarme',
    basis: 'assumed',
    field: 'statement_descriptor',
    value: '0W90EMD8ZUTOZ',
  },
  {
    what: 'price range from 50 to 150000, derived from the receiver’s id',
    provider: 'abmex',
    basis: 'specified',
    field: 'price_range',
    value: 23_368,
  },
  {
    what: 'marketplace phone',
    provider: 'abmex',
    basis: 'specified',
    field: 'phone',
    value: '11999999999',
  },
  {
    what: 'declared price range',
    provider: 'iugu',
    basis: 'documented',
    field: 'price_range',
    value: 'Mais que R$ 500,00',
  },
  {
    what: 'demo billing address of a saved card',
    provider: 'pagarme',
    basis: 'assumed',
    field: 'line_1',
    value: '1000, Avenida Paulista, Bela Vista',
  },
  {
    what: 'dummy shipping address',
    provider: 'unicopay',
    basis: 'assumed',
    field: 'street',
    value: 'Praça da Sé',
  },
];
