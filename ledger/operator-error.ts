/**
 * Something outside of the program is wrong, and whoever runs it can put it right. The message is one sentence that says
 * what is wrong and what to do; commands print it as it is.
 */
export class OperatorError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = new.target.name;
  }
}
