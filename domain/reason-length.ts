/** Characters of a reason that a person writes for the record: of a refund, a rejection, an export or an erasure. */
export const SHORTEST_REASON = 3;
/** Of coming in as a seller, who reads it. */
export const SHORTEST_IMPERSONATION_REASON = 5;
export const LONGEST_REASON = 300;
