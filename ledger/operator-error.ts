/**
 * Something outside of the program is wrong, and the operator of the program must act. The message says what is wrong in words for the
 * operator, so that commands can print it unchanged.
 */
export class OperatorError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = new.target.name;
  }
}
