export interface HeldLease {
  readonly name: string;
  /** Rises when the lease passes to another holder, and when it was renewed too late. */
  readonly epoch: string;
}

/** When a session ends, others may take its leases at once. */
export interface LeaseSession {
  /** Renews held leases and takes free ones. @returns those that are now held */
  readonly renew: (names: readonly string[], lastsMs: number) => Promise<readonly HeldLease[]>;
  readonly giveBack: (name: string) => Promise<void>;
  readonly end: () => void;
}

export interface LeaseSessions {
  /** @param lost is called when the session has ended without being closed */
  readonly open: (holder: string, lost: () => void) => Promise<LeaseSession>;
}
