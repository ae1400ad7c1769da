import { expect } from 'chai';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import { providerReference } from '#/projections/provider-reference.ts';
import { sales } from '#/projections/sales.ts';
import type { SalesFilters } from '#/projections/sales-queries.ts';
import { History } from '#/projections/testing/history.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { findSales, isSearchComplete } from '#/projections/search/find-sales.ts';
import { startSearchIndex, type SearchIndex } from '#/projections/search/indexer.ts';
import { prepareSearch } from '#/projections/search/prepared.ts';

export const masterKeys = [{ id: 'test', bytes: Buffer.alloc(32, 7) }] as const;

export interface Buyer {
  readonly name: string;
  readonly email: string;
  readonly document?: string;
  readonly phone?: string;
  readonly synthetic?: boolean;
}

export class SearchWorld {
  readonly log: ProjectionWorld;
  readonly vault: Vault;
  readonly history = new History('2026-10-06T12:00:00.000Z');
  #index: SearchIndex;
  readonly #problems: unknown[] = [];

  private constructor(log: ProjectionWorld, vault: Vault) {
    this.log = log;
    this.vault = vault;
    this.#index = this.#startIndex();
  }

  static async open(): Promise<SearchWorld> {
    const log = await projectionWorld([sales, providerReference]);
    return new SearchWorld(log, await createVault({ pool: log.pool, masterKeys }));
  }

  async close(): Promise<void> {
    await this.#index.stop();
    await this.log.close();
    expect(this.#problems).to.deep.equal([]);
  }

  indexed(): Promise<true> {
    return eventually(async () => {
      const head = (await this.log.store.head()) ?? '';
      const isComplete = this.#index.position() >= head && (await isSearchComplete(this.log.pool));
      return isComplete ? true : undefined;
    }, 'every sale can be found');
  }

  async buyerOf(
    { email, name, document = '', phone, synthetic }: Buyer,
    platformId: string,
  ): Promise<PaymentRequestedData['buyer']> {
    const subject = await this.vault.subjectFor({ platformId, email });
    const identity = { name, document, ...(synthetic === true && { synthetic }) };
    return {
      identity: await this.vault.encrypt(subject, 'fiscal', identity),
      contact: await this.vault.encrypt(subject, 'contact', { email, ...(phone && { phone }) }),
    };
  }

  async buy(buyer: Buyer, differences: Partial<PaymentRequestedData> = {}): Promise<string> {
    const { platformId = 'demo' } = differences;
    this.history.wait(60);
    const paymentId = this.history.purchase({
      buyer: await this.buyerOf(buyer, platformId),
      ...differences,
    });
    await this.log.happen(this.history);
    await this.indexed();
    return paymentId;
  }

  async find(
    text: string,
    filters: Partial<SalesFilters> = {},
    isWithNumbers = true,
  ): Promise<readonly string[]> {
    const scope = { platformId: 'demo', ...filters };
    const search = prepareSearch(this.vault, { ...scope, text, isWithNumbers });
    const findIds = async (scanCount: number | undefined) => {
      const options = scanCount === undefined ? {} : { scanCount };
      const { items } = await findSales(this.log.pool, scope, search, { limit: 100 }, options);
      return items.map(({ paymentId }) => paymentId);
    };
    const ids = await findIds(undefined);
    // The result must not depend on how many sales are scanned before the index is used.
    for (const scanCount of [0, 3]) expect(await findIds(scanCount), text).to.deep.equal(ids);
    return ids;
  }

  /** Rebuilds the index, as after a change of the indexer's version. */
  async rebuildIndex(): Promise<void> {
    await this.#index.stop();
    await this.log.pool.query('UPDATE search.progress SET version = version - 1');
    expect(await isSearchComplete(this.log.pool)).to.equal(false);
    this.#index = this.#startIndex();
    await this.indexed();
  }

  #startIndex(): SearchIndex {
    return startSearchIndex({
      store: this.log.store,
      pool: this.log.pool,
      vault: this.vault,
      onFailure: (error) => void this.#problems.push(error),
    });
  }
}
