import type { Mutation } from './mutation.ts';
import { mutationsOfBooks } from './of-books.ts';
import { mutationsOfCalls } from './of-calls.ts';

export const mutations: readonly Mutation[] = [...mutationsOfCalls, ...mutationsOfBooks];
