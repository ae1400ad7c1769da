import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendSignal } from '#/scripts/load/process-tree.ts';
import { freePort } from '#/scripts/load/product.ts';
import { findRunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import {
  isFree,
  killAllOf,
  processesOf,
  StartedProduct,
  type Launcher,
} from '#/scripts/testing/started-product.ts';

/** How long a test waits for the end of the product, in milliseconds: a busy machine may exceed the promised ten seconds. */
export const END_MS = 120_000;

export class ProductPlace {
  readonly dataDir: string;
  readonly port: number;
  /** Duration of a start on this machine, in milliseconds. */
  startMs = 0;

  private constructor(dataDir: string, port: number) {
    this.dataDir = dataDir;
    this.port = port;
  }

  static async open(): Promise<ProductPlace> {
    const dataDir = await mkdtemp(join(tmpdir(), 'razao-starts-'));
    const place = new ProductPlace(dataDir, await freePort());
    try {
      await place.#prepare();
    } catch (error) {
      await place.killAll();
      await place.remove();
      throw error;
    }
    return place;
  }

  start(launcher?: Launcher): StartedProduct {
    return new StartedProduct({ dataDir: this.dataDir, port: this.port }, launcher);
  }

  /** @returns the exit code or the signal */
  async ends(product: StartedProduct): Promise<number | string> {
    const exit = await product.end(END_MS);
    if (exit !== undefined) return exit;
    const living = processesOf(this.dataDir).map(({ command }) => command);
    // The next test starts in this folder too.
    await this.killAll();
    throw new Error(`It hangs: ${living.join(' | ')}\n${product.output}\n${product.errors}`);
  }

  async nothingIsLeft(): Promise<void> {
    const haveAllEnded = () => (processesOf(this.dataDir).length === 0 ? true : undefined);
    // An npm that was hung up does not wait for its child.
    await waitUntil(haveAllEnded, { timeoutMs: END_MS });
    expect(processesOf(this.dataDir)).to.deep.equal([]);
    expect(await isFree(this.port)).to.equal(true);
    expect(await findRunningPostgres(this.dataDir)).to.equal(undefined);
  }

  killAll() {
    return killAllOf(this.dataDir);
  }

  remove(): Promise<void> {
    return rm(this.dataDir, { recursive: true, force: true });
  }

  async #prepare(): Promise<void> {
    // The first start creates everything, so the second is measured.
    for (const _ of ['first', 'second']) {
      const began = performance.now();
      const product = this.start();
      await product.settled();
      expect(product.isUp, product.errors).to.equal(true);
      this.startMs = performance.now() - began;
      sendSignal(product.pid, 'SIGTERM');
      expect(await this.ends(product)).to.equal(0);
    }
    await this.nothingIsLeft();
  }
}
