import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { DamagedFile, FileStorageFailure } from '#/domain/ports/file-storage.ts';

const CHECK_BYTES = 32;

/** Stores random bytes, reads and removes them. @returns whether the bytes were the same */
const testRoundTrip = async ({ files, core }: Services): Promise<boolean> => {
  const key = `checks/${core.machine.uuid()}.bin`;
  const bytes = core.machine.bytes(CHECK_BYTES);
  await files.put(key, { contentType: 'application/octet-stream', bytes }, 'private');
  try {
    const stored = await files.get(key);
    return stored !== undefined && bytes.equals(stored.bytes);
  } finally {
    await files.remove(key);
  }
};

export const testStorage = async (services: Services): Promise<OutputOf<'admin.testStorage'>> => {
  const { core, outside } = services;
  const started = core.machine.elapsedMs();
  try {
    await outside.storage.check();
    const outcome = (await testRoundTrip(services)) ? 'answered' : 'damaged';
    return { outcome, milliseconds: Math.round(core.machine.elapsedMs() - started) };
  } catch (error) {
    if (!(error instanceof FileStorageFailure)) throw error;
    return {
      outcome: error instanceof DamagedFile ? 'damaged' : 'unavailable',
      milliseconds: null,
    };
  }
};

/** Asks the postal-code service for a CEP, as the checkout would. */
export const testPostalCode = async (
  { core, outside, logger }: Services,
  { cep }: ParsedInputOf<'admin.testPostalCode'>,
): Promise<OutputOf<'admin.testPostalCode'>> => {
  const started = core.machine.elapsedMs();
  try {
    const found = await outside.postalCode.find(cep);
    const milliseconds = Math.round(core.machine.elapsedMs() - started);
    if (found === undefined) return { outcome: 'unknown', address: null, milliseconds };
    const { logradouro: street, bairro: district, localidade: city, uf: state } = found;
    return { outcome: 'found', address: { street, district, city, state }, milliseconds };
  } catch (err) {
    logger.warn({ err }, 'the postal-code service did not answer a test');
    return { outcome: 'unavailable', address: null, milliseconds: null };
  }
};
