import type { Mutation } from './mutation.ts';
import { mutationsOfBooks } from './of-books.ts';
import { mutationsOfCalls } from './of-calls.ts';

/** Mistakes that the simulation must find. */
export const mutations: readonly Mutation[] = [...mutationsOfCalls, ...mutationsOfBooks];
