/** Every mocha run (package.json) releases the shared Postgres. */
export { leaveCluster as mochaGlobalTeardown } from '#/scripts/testing/postgres.ts';
