import { createContext } from 'react';

/** What the user of the page may do about the sellers that they see. */
interface UsersRights {
  readonly mayChange: boolean;
  readonly maySeeSales: boolean;
  /** The pages of documents to be validated. */
  readonly mayValidate: boolean;
  /** The number of a document. */
  readonly mayReadDocument: boolean;
}

export const UsersContext = createContext<UsersRights>({
  mayChange: false,
  maySeeSales: false,
  mayValidate: false,
  mayReadDocument: false,
});
