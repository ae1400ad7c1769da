/** Characters of a reason that a person writes for the record, for example of a refund. */
export const SHORTEST_REASON = 3;
/** For the reason of an impersonation, which the seller reads. */
export const SHORTEST_IMPERSONATION_REASON = 5;
export const LONGEST_REASON = 300;
