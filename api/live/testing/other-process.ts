import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { createCallers } from '#/api/auth/callers.ts';
import { openSessions } from '#/api/auth/sessions.ts';
import { checkoutProcedures } from '#/api/checkout/procedures.ts';
import { procedures } from '#/api/composition/procedures.ts';
import { procedureRoute } from '#/api/http/procedure.ts';
import { sendProblem } from '#/api/http/problem.ts';
import { attachLive } from '#/api/live/attach-live.ts';
import { SESSION_SECRET, type ApiWorld } from '#/api/testing/api-world.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createRecordCache } from '#/ledger/states/record-cache.ts';

export interface OtherProcess {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** API and sockets of a second process: over the same log and database, with its own sessions, records and caches. */
export const openOtherProcess = async (world: ApiWorld): Promise<OtherProcess> => {
  const { services, store, databaseUrl } = world;
  const sessions = await openSessions({
    databaseUrl,
    secrets: { sessionSecret: SESSION_SECRET },
    publicUrl: services.publicUrl,
  });
  const records = createRecordCache({ store, handler: createCommandHandler({ store }) });
  const callers = createCallers({ sessions, records, demo: services.demo });
  const core = { ...services.core, records };
  const otherServices = { ...services, core, sessions, callers };
  const onError: ErrorRequestHandler = (error, request, response, _next) => {
    sendProblem(error, request, response, services.logger);
  };
  const route = procedureRoute(procedures(checkoutProcedures), otherServices);
  const server = createServer(express().use('/api', route, onError));
  const live = attachLive(server, otherServices);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await live.close();
      server.close().closeAllConnections();
      await records.stop();
      await sessions.close();
    },
  };
};
