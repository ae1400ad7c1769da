import { createMemoryCredentials } from './memory-credentials.ts';
import { createMemoryVault } from './memory-vault.ts';
import { credentialsContract } from './credentials.contract.ts';
import type { Vault } from './personal-data.ts';
import { vaultContract } from './vault.contract.ts';

describe('Vault of personal data in memory', () => {
  let vault: Vault;
  beforeEach(() => {
    vault = createMemoryVault();
  });

  vaultContract(async () => vault);
});

describe('Credentials in memory', () => {
  const credentials = createMemoryCredentials();

  credentialsContract(async () => credentials);
});
