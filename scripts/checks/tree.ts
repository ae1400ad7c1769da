/** Path from the root, with `/` → text. */
export type Tree = ReadonlyMap<string, string>;

/** One line: where a fault is, and what to do. */
export type Finding = string;

export type Rule = (tree: Tree) => readonly Finding[];

export const isSource = (path: string): boolean => /(?<!\.gen)\.tsx?$/.test(path);

/** Whether the line is only a comment. */
export const isComment = (line: string): boolean => /^\s*(?:\/\/|\/?\*)/.test(line);

/** One finding for each matching line of a source file. */
export const forbidden =
  (pattern: RegExp, advice: string, where: (path: string) => boolean = () => true): Rule =>
  (tree) =>
    [...tree]
      .filter(([path]) => isSource(path) && where(path))
      .flatMap(([path, text]) =>
        text
          .split('\n')
          .flatMap((line, index) =>
            pattern.test(line) ? [`${path}:${index + 1}: ${advice}`] : [],
          ),
      );
