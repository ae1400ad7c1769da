/** The files of the repository: path from the root, with `/`, → text. */
export type Tree = ReadonlyMap<string, string>;

/** A violation, as one line: where it is and what to do. */
export type Finding = string;

export type Rule = (tree: Tree) => readonly Finding[];

export const isSource = (path: string): boolean => /(?<!\.gen)\.tsx?$/.test(path);
