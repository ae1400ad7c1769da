import type { FactorResetTexts } from '#/web/i18n/pt-br/people/factor-reset.ts';

export const factorReset: FactorResetTexts = {
  title: 'Second factor',
  off: 'Off: the person signs in by the password alone.',
  on: 'On: signing in asks for the code of an authenticator app.',
  ask: {
    button: 'Ask for a reset',
    title: 'Reset the second factor?',
    text: 'For who lost the device and the recovery codes. The person gets a mail, and another member of staff confirms within 24 hours. Before that, talk to the person by a way that you knew already.',
    reason: 'Reason',
    reasonShort: 'Write the reason, in three letters or more.',
    submit: 'Ask for a reset',
    done: 'Asked: another member of staff has to confirm',
  },
  askedBy: (email, at) => `${email} asked for a reset on ${at}.`,
  askedByYou: (at) => `You asked for a reset on ${at}.`,
  reason: (reason) => `Reason: ${reason}`,
  until: (at) => `Good until ${at}.`,
  ownText: 'Another member of staff, with the permission “Advanced options”, has to confirm.',
  confirmText:
    'Once confirmed, signing in asks for the password alone, open sessions end, and withdrawals rest for 24 hours. Confirm only after you talked to the person.',
  confirm: 'Confirm the reset',
  refuse: 'Refuse',
  cancel: 'Take the request back',
  done: 'Second factor reset',
  refused: 'Request ended: the second factor stays on',
  waitingTitle: 'Resets of second factors',
  waitingNote: 'They wait for another member of staff.',
};
