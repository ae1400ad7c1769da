import { isProduct } from './participles.ts';
import type { Rule } from './tree.ts';

const verbs = new Set(
  `abort accept acquire adopt advance announce append apply approve archive arrive ask assign attach attempt audit back begin
  bench block book build buy call capture carry catch change charge check choose claim clear close collect commit compare
  compose compress compute conclude confirm connect convert copy count crash create cut decide declare decrypt deliver derive
  describe destroy digest discard disconnect do download drain draw drive drop empty encode encrypt end erase exchange expect
  explain export fail fetch fill find finish flip flood fold follow forget free gather get give group hand hash hold inject
  insert inspect install invite join judge keep kill launch leave link list listen live load lock look mail make mark match measure
  migrate misbehave move mutate name note notice observe open park pause pay perform place plan play post prepare preview print
  propose prove publish purchase put query race rank reach read reapply rebuild reconcile record recover redeliver refresh refund refuse
  register reject release remember remove rename renew repeat replace replay reply report request require reserve reset rest
  restore resume retry revert review revise roll rotate run save scan schedule score seal search seed sell send serve set settle shop
  show shrink sign simulate slow spawn stamp start stay step stop store stream submit subscribe sum summarise supervise sweep
  switch sync tail take test throttle time tokenize translate try turn update upgrade upload use verify visit wait watch
  withdraw write`.split(/\s+/),
);

/** Words that begin a question (`is`), or a way to run other work (`inTransaction`). */
const beginnings = new Set(
  `is are has have was may can should must needs lacks awaits sends rests keeps begins by to in with within without unless
  until`.split(/\s+/),
);

/** Matches a function at the top level that is `async`, or whose return type is a promise. */
const ASYNC_FUNCTION =
  /^(?:export )?(?:async function\*? ?(\w+)|const (\w+)(?::(?:[^=]|=>)+?)? =\s+(?:async\b|(?:<[^(]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\):\s+Promise<))/gm;

const isVerb = (name: string): boolean => {
  const [first = ''] = /^[a-z]+/.exec(name) ?? [];
  return verbs.has(first) || beginnings.has(first) || /[a-z0-9]Of$/.test(name);
};

/** The name begins with a verb or a word of `beginnings`, or ends in `Of`. */
export const asyncVerbs: Rule = (tree) =>
  [...tree]
    .filter(([path]) => isProduct(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(ASYNC_FUNCTION)].flatMap(({ 1: declared, 2: assigned, index }) => {
        const name = declared ?? assigned ?? '';
        if (isVerb(name)) return [];
        const line = text.slice(0, index).split('\n').length;
        return [`${path}:${line}: ${name} begins with no verb of scripts/checks/verbs.ts`];
      }),
    );
