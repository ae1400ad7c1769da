/** Required by every mocha run (package.json): releases the Postgres that all tests share. */
export { leaveCluster as mochaGlobalTeardown } from '#/scripts/testing/postgres.ts';
