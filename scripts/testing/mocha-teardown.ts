/** Every mocha run (package.json) calls this at its end, to stop the shared Postgres unless another run uses it. */
export { leaveCluster as mochaGlobalTeardown } from '#/scripts/testing/postgres.ts';
