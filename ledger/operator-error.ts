/**
 * Something outside of the program is wrong, and its operator must act. The message says what is wrong, in full sentences that
 * commands print unchanged.
 */
export class OperatorError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = new.target.name;
  }
}
