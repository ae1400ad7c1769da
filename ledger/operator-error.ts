/** An error that the operator can mend. Commands print its message unchanged. */
export class OperatorError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = new.target.name;
  }
}
