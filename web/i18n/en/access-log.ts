import type { AccessLogTexts } from '#/web/i18n/pt-br/access-log.ts';

export const accessLog: AccessLogTexts = {
  filter: 'Kind',
  all: 'All',
  seeSale: 'See sale',
  newDevice: 'New browser',
  failures: (count: number) =>
    count === 1 ? '1 wrong password before' : `${count} wrong passwords before`,
  kinds: {
    SIGNED_IN: 'Signed in',
    SIGN_IN_FAILED: 'Wrong password',
    SIGN_IN_SUSPENDED: 'Sign-in suspended',
    SIGNED_OUT: 'Signed out',
    SECOND_FACTOR: 'Second factor',
    DATA_OPENED: 'Opened data',
  },
  openings: {
    SALE: 'Sale',
    SALE_AUDIT: 'Audit of the sale',
    SALE_REPLAY: 'Replay of the sale',
    SUBJECT_EXPORT: 'Export of the buyer’s data',
    RECEIVER: 'Documents of the seller',
    SALES_SEARCH: 'Search of sales',
    SELLER: 'A seller’s data',
    SELLERS_SEARCH: 'Search of sellers',
    SALES_EXPORT: 'Export of sales',
    JOURNAL_EXPORT: 'Export of the journal',
  },
  causes: {
    ASKED: 'Asked to sign out',
    EVERYWHERE: 'Signed out on all devices',
    BLOCKED: 'Blocked the access by the link of an e-mail: password and sessions ended',
    NEW_EMAIL: 'Took another e-mail: all sessions ended',
    NEW_PASSWORD: 'Set a new password: all sessions ended',
    REMOTE: 'Ended the session from another one',
    REPLACED: 'Signed in again in the same browser',
  },
  changes: {
    ON: 'Switched on',
    OFF: 'Switched off',
    RECOVERY_CODE_USED: 'Recovery code used',
    NEW_RECOVERY_CODES: 'New recovery codes',
    RESET_ASKED: 'Reset asked for by staff',
    RESET_REFUSED: 'Request for a reset ended without one',
    RESET: 'Reset by staff: all sessions ended',
  },
  by: (email: string) => `by ${email}`,
};
