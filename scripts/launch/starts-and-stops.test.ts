import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '#/scripts/seeds/random.ts';
import { sendSignal } from '#/scripts/load/process-tree.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import type { Launcher } from '#/scripts/testing/started-product.ts';
import { ProductPlace } from './testing/product-place.ts';

// These tests run the real command and Postgres, and stop them at random moments: nothing may be left running, and the next start must work.

const STOPS = 100;

describe('Starts and stops of the product', function () {
  this.timeout(600_000);
  let place: ProductPlace;

  before(async () => {
    place = await ProductPlace.open();
  });

  afterEach(() => place.killAll());
  after(() => place?.remove());

  describe('A stop', () => {
    const draw = (seed: number) => {
      const chance = createRandom(seed);
      const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
        items[Math.floor(chance() * items.length)] ?? items[0];
      return {
        seed,
        launcher: pick<Launcher>(['bootstrap', 'bootstrap', 'bootstrap', 'npm']),
        stopMethod: pick<NodeJS.Signals | 'Ctrl-C'>(['SIGTERM', 'SIGTERM', 'SIGHUP', 'Ctrl-C']),
        isFresh: chance() < 0.15,
        isUnderLoad: chance() < 0.35,
        moment: chance(),
      };
    };
    const stops = Array.from({ length: STOPS }, (_, index) => draw(index + 1));

    const buy = async (): Promise<void> => {
      const origin = `http://localhost:${place.port}`;
      const body = {
        offerId: 'demo-ebook',
        paymentMethod: 'PIX',
        name: 'Maria da Silva',
        email: `${randomUUID()}@example.com`,
        phone: '11987654321',
        cpf: '52998224725',
      };
      const answer = await fetch(`http://127.0.0.1:${place.port}/api/checkout.purchase`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, 'idempotency-key': randomUUID() },
        body: JSON.stringify(body),
      });
      await answer.text();
    };

    /** Lets four buyers buy at once, until the product does not answer. */
    const load = (): void => {
      const buyRepeatedly = async (): Promise<void> => {
        for (;;) await buy();
      };
      for (let buyer = 0; buyer < 4; buyer += 1) buyRepeatedly().catch(() => undefined);
    };

    for (const { seed, launcher, stopMethod, isFresh, isUnderLoad, moment } of sample(stops, 4)) {
      const when = isUnderLoad ? 'under load' : 'in the middle of a start';
      it(`by ${stopMethod} ${when} (seed ${seed}) ends the product and leaves no process behind`, async () => {
        // An earlier start may not have created the folder again.
        if (isFresh) await rm(place.dataDir, { recursive: true, force: true });
        const product = place.start(launcher);
        if (isUnderLoad) {
          await product.settled();
          load();
          await delay(moment * 1_000);
        } else await delay(moment * place.startMs * (isFresh ? 3 : 1));
        if (stopMethod === 'Ctrl-C') {
          // A terminal signals the whole group, and npm and the launcher pass the signal on.
          process.kill(-product.pid, 'SIGINT');
          sendSignal(product.pid, 'SIGINT');
        } else sendSignal(product.pid, stopMethod);
        const end = await place.ends(product);
        const conventional = [0, 129, 130, 143, 'SIGHUP', 'SIGINT', 'SIGTERM'];
        expect(conventional, product.errors).to.include(end);
        expect(product.errors).to.equal('');
        await place.nothingIsLeft();
      });
    }

    it('is followed by a start and stop that work', async () => {
      const product = place.start();
      await product.settled();
      expect(product.isUp, product.errors).to.equal(true);
      sendSignal(product.pid, 'SIGTERM');
      expect(await place.ends(product)).to.equal(0);
      await place.nothingIsLeft();
    });
  });
});
