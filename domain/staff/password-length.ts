/** Characters of a password that a person chooses (NIST SP 800-63B-4 asks for more than eight). */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 128;
