/**
 * Something outside of the program is wrong, and its operator can fix it. The message is one sentence that says what is wrong
 * and what to do; commands print it unchanged.
 */
export class OperatorError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = new.target.name;
  }
}
