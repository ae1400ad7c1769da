import { pluralIn } from '#/web/i18n/plural.ts';
import type { PayoutRequestsTexts } from '#/web/i18n/pt-br/payouts/requests.ts';

const plural = pluralIn('en');

export const payoutRequests: PayoutRequestsTexts = {
  title: 'Withdrawals to approve',
  note: 'Withdrawals above the limit, to a new destination, or stopped before they were sent because seller or key could not be paid any more. Nothing is sent before staff approve.',
  emptyTitle: 'No withdrawal waits',
  emptyText:
    'Withdrawals above the platform’s limit, to new destinations, or stopped before they were sent, are listed here.',
  seller: 'Seller',
  amount: 'Amount',
  fee: 'Fee',
  net: 'To be sent',
  destination: 'Destination',
  requestedAt: 'Requested on',
  why: 'Why it waits',
  risks: 'Hints of risk',
  approvals: 'Approvals',
  available: 'Left available',
  payouts: 'Paid before',
  lastPaidAt: 'Last paid',
  destinationApprovedAt: 'Destination approved on',
  never: 'Never',
  unknown: 'Not on record',
  of: (name) => `of ${name}`,
  erased: 'Erased',
  reasons: {
    ABOVE_LIMIT: 'Above the limit',
    ABOVE_SECOND_LIMIT: 'Above the second limit',
    NEW_DESTINATION: 'New destination',
    STOPPED: 'Stopped before it was sent',
  },
  risk: {
    SELLER_BLOCKED: 'Seller is blocked',
    FIRST_PAYOUT: 'First payout of the seller',
    YOUNG_DESTINATION: 'Destination approved less than 3 days ago',
    OTHER_HOLDER: 'The destination belongs to another person or company',
    EMPTIES_ACCOUNT: 'Leaves nothing available',
  },
  noRisks: 'None',
  done: (count, needed) => `${count} of ${needed}`,
  by: (names) => `by ${names}`,
  someone: 'erased person',
  yours: 'You have approved it. Another person must, too.',
  needsTwo: 'Two different people must approve it.',
  toSeller: 'See the seller’s record',
  gone: 'This withdrawal is not on this page of the queue: someone has decided, or it is on another page.',
  select: (who) => `Select ${who}`,
  selectAll: 'Select all on this page',
  selected: (count, sum) =>
    `${plural(count, 'withdrawal selected', 'withdrawals selected')}: ${sum}`,
  clear: 'Clear selection',
  approveSelected: (count) => `Approve ${plural(count, 'withdrawal', 'withdrawals')}`,
  approve: 'Approve',
  refuse: 'Refuse',
  next: 'Next (j)',
  previous: 'Previous (k)',
  keys: 'Keys: j and k go from one to the next, a approves, r refuses, x selects.',
  confirm: {
    title: (count) => `Approve ${plural(count, 'withdrawal', 'withdrawals')}?`,
    text: (sum) =>
      `${sum} go to the destinations as soon as there are enough approvals. This cannot be undone.`,
    missing: (count) =>
      count === 1
        ? 'One of them will still wait for another person.'
        : `${count} of them will still wait for another person.`,
    submit: (sum) => `Approve ${sum}`,
    running: (nth, count) => `Approving ${nth} of ${count}`,
    stop: 'Stop after this one',
    doneTitle: 'What became of each',
    sent: 'Approved: on its way',
    waits: 'Approved: another person must, too',
    notTried: 'Not approved: not tried',
    summary: (approved, count) => `${approved} of ${count} approved.`,
    close: 'Close',
    approvedOne: 'Withdrawal approved',
    waitsOne: 'Approved by you. Another person must, too.',
  },
  refusal: {
    title: (who) => `Refuse the withdrawal of ${who}`,
    text: 'The money goes back to the seller’s balance at once; the seller reads the reason. Write no name, e-mail, document or phone.',
    label: 'Reason of the refusal',
    submit: 'Refuse withdrawal',
    short: 'Write the reason in at least 3 letters.',
    done: 'Withdrawal refused',
  },
};
