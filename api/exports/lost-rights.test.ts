import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, people, makeBuyer, type Person } from '#/api/testing/people.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { staff } from '#/domain/staff/staff.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { exportRoutes } from './export-routes.ts';

const path = '/api/export.sales?from=2026-10-01&to=2026-10-31';

describe('An export whose reader loses a right to it', () => {
  let world: ApiWorld;
  const closing: (() => void)[] = [];

  before(async () => {
    world = await apiWorld();
    const history = new History();
    const buyer = await makeBuyer(world.services.core, 'Rita Souza');
    history.submit(history.purchase({ sellerId: 'seller-1', buyer, title: 'Curso' }));
    await world.happen(history);
  });
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });
  after(() => world.close());

  /** Begins an export whose lines are held back, as when the client has stopped reading. */
  const beginExport = async (as: Person): Promise<{ readonly text: Promise<string> }> => {
    const { services } = world;
    const { core } = services;
    const [begun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const openMany = async <Value>(texts: readonly Encrypted[]) => {
      begun.resolve();
      await mayGoOn.promise;
      return core.vault.openMany<Value>(texts);
    };
    const slow = { ...services, core: { ...core, vault: { ...core.vault, openMany } } };
    const server = createServer(express().use(exportRoutes(slow)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => {
      mayGoOn.resolve();
      server.close().closeAllConnections();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const headers = { cookie: await world.cookieOf(as) };
    const text = fetch(url, { headers })
      .then((answer) => answer.text())
      .catch(() => 'broken off');
    await begun.promise;
    return { text };
  };

  const otherProcess = () => createCommandHandler({ store: world.store });
  const context = () => ({
    commandId: randomUUID(),
    platform: 'demo',
    actor: 'system',
    correlation: 'staff',
  });
  const setFlags = async (
    who: 'accountant' | 'examiner',
    permissions: readonly PermissionFlag[],
  ): Promise<void> => {
    const stream = streamOf('staff', people[who].staffId);
    const { state } = await otherProcess().load(staff, stream);
    if (state.status === 'ABSENT') throw new Error(`no ${who}`);
    const details = { ...state.details, permissions: [...permissions] };
    const { now } = world.services.core;
    await otherProcess().handle(staff, stream, { type: 'Revise', details, now: now() }, context());
  };

  it('is broken off when another process takes the flag of the page away', async () => {
    const { text } = await beginExport('accountant');
    await setFlags('accountant', ['isDashboardAvailable']);
    expect(await text).to.equal('broken off');
  });

  it('is broken off when it holds documents that the reader may not see any more', async () => {
    await setFlags('examiner', ['isSalesAvailable', 'isUserDocumentsAvailable']);
    await eventually(
      async () => (await world.get(path, { as: 'examiner' })).status === 200 || undefined,
      'sales are open to them',
    );
    const { text } = await beginExport('examiner');
    await setFlags('examiner', ['isSalesAvailable']);
    expect(await text).to.equal('broken off');
  });

  it('is broken off when the reader is archived', async () => {
    const { text } = await beginExport('attendant');
    const stream = streamOf('staff', people.attendant.staffId);
    const { now } = world.services.core;
    await otherProcess().handle(staff, stream, { type: 'Archive', now: now() }, context());
    expect(await text).to.equal('broken off');
  });

  it('is broken off when another process ended the sessions and nothing else tells of it', async () => {
    const { text } = await beginExport('deputy');
    await world.services.database.query(
      `DELETE FROM auth.session USING auth."user" AS who WHERE who.id = "userId" AND who.email = $1`,
      [emailOf('deputy')],
    );
    expect(await text).to.equal('broken off');
  });
});
