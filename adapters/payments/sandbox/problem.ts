/** An error, answered as `{ error: { code, message } }`. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
  }
}
