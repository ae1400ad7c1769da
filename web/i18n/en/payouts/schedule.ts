import type { ScheduleTexts } from '#/web/i18n/pt-br/payouts/schedule.ts';

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
};

const ordinal = (day: number): string => `${day}${ENDINGS[ordinals.select(day)] ?? 'th'}`;

export const schedule: ScheduleTexts = {
  title: 'Automatic withdrawal',
  note: 'What is available goes to your PIX key without you asking.',
  emptyTitle: 'Switched off',
  emptyText:
    'Choose the days, from what amount on and to which PIX key. Until then you ask for each withdrawal.',
  setUp: 'Set up automatic withdrawal',
  change: 'Change',
  every: {
    DAY: 'Every business day',
    WEEK: [
      'Every Monday',
      'Every Tuesday',
      'Every Wednesday',
      'Every Thursday',
      'Every Friday',
      'Every Saturday',
      'Every Sunday',
    ],
    MONTH: (day) => `On the ${ordinal(day)} of each month`,
  },
  sentence: (every, minimum, key) => `${every}, from ${minimum} on, to ${key}`,
  keys: {
    CPF: 'the CPF key',
    CNPJ: 'the CNPJ key',
    EMAIL: 'the e-mail key',
    PHONE: 'the phone key',
    RANDOM: 'the random key',
  },
  of: (name) => `of ${name}`,
  erasedKey: 'a key that was erased',
  removedKey: 'a key that was removed',
  next: (day, hour) => `Next withdrawal: ${day}, from ${hour} a.m. on`,
  rules:
    'Time of Brasília. All that is available goes out, with the fee, limits and approval of the withdrawals you ask for. While those rest for safety, so does this one.',
  refused: (day) => `The automatic withdrawal of ${day} was refused`,
  lostTitle: 'Nothing is withdrawn for now',
  lost: {
    WAITING: 'Staff still look at this key. Wait for the approval, or choose another key.',
    REFUSED: 'Staff refused this key. Choose another one.',
    SUSPENDED:
      'This key is suspended: a payout to it came back, or its account belongs to another person. Choose another one, or wait until staff have looked at it.',
    REMOVED: 'This key was removed. Choose another one.',
  },
  form: {
    title: 'Automatic withdrawal',
    text: (hour) =>
      `The withdrawal is asked for from ${hour} a.m. on, on each of the days. If today is one of them and it is later than that, today’s is asked for right after you save.`,
    unit: 'When',
    units: {
      DAY: 'Every business day',
      WEEK: 'One day of the week',
      MONTH: 'One day of the month',
    },
    weekday: 'Day of the week',
    day: 'Day of the month',
    dayHint: 'From 1 to 28, the days that every month has.',
    minimum: 'From this amount on',
    minimumHint: 'If less than this is available, it waits for the next time.',
    destination: 'PIX key',
    submit: 'Save automatic withdrawal',
    done: 'Automatic withdrawal saved',
    noDestination: 'An approved PIX key is needed first',
    noDestinationText:
      'Add one under Destinations, on this page. Your own CPF or CNPJ is good at once.',
    meanwhile: 'The automatic withdrawal changed while you edited it.',
    now: (sentence) => `This is how it is now: ${sentence}.`,
    nowOff: 'It is switched off now.',
    kept: 'What you chose is still here: save again to replace it.',
  },
  errors: {
    dayWrong: 'Enter a day from 1 to 28.',
    minimumMissing: 'Enter the amount.',
    destinationMissing: 'Choose a PIX key.',
  },
  end: {
    button: 'Switch off',
    title: 'Switch off the automatic withdrawal?',
    text: 'You ask for each withdrawal again. A withdrawal that was already asked for goes on as it is.',
    submit: 'Switch off automatic withdrawal',
    done: 'Automatic withdrawal switched off',
  },
};
