/** Characters of a reason that a person writes for the record: of a refund, a rejection, an export or an erasure. */
export const SHORTEST_REASON = 3;
export const LONGEST_REASON = 300;
