import type { ImpersonationTexts } from '#/web/i18n/pt-br/people/impersonation.ts';

export const impersonation: ImpersonationTexts = {
  label: 'Access in the seller’s place',
  as: (name) => `You are looking at the area of ${name}, and cannot change anything.`,
  by: (email, until) => `Session of ${email}, until ${until}.`,
  end: 'Back to my account',
  title: 'The platform’s visits to your account',
  note: 'When staff of the platform saw your area as you see it. They change nothing and move no money.',
  who: 'Staff of the platform',
  began: (at) => `On ${at}`,
  lasted: (minutes) => (minutes <= 1 ? 'for up to 1 minute' : `for ${minutes} minutes`),
  goesOn: (until) => `going on, until ${until} at the latest`,
  reason: 'Reason',
  noneTitle: 'No visits',
  noneText:
    'When someone of the platform’s staff sees your area, you see here when it was, and why.',
  more: 'Show more visits',
};
