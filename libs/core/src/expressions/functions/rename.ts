import type { ASTNode } from '@marcbachmann/cel-js';

/** `math.round(x)` becomes `x.math_round()`, because the library has no namespaces, and a step may be called `math`. */
const NAMESPACED: Readonly<Record<string, readonly string[]>> = {
  math: ['round', 'floor', 'ceil', 'abs'],
  lists: ['range'],
};

/** Our bounded versions of functions that the library does not limit. */
const REPLACED: Readonly<Record<string, string>> = { matches: 're2test', split: 'split_', join: 'join_' };

const OURS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(REPLACED).map(([name, ours]) => [ours, name] as const),
  ...Object.entries(NAMESPACED).flatMap(([space, names]) =>
    names.map((name) => [`${space}_${name}`, `${space}.${name}`] as const),
  ),
]);

/** Whether only `rename` may write this name. */
export function isOurName(name: string): boolean {
  return OURS.has(name);
}

/** Makes a method call refer to our function, if there is one for it. */
export function rename(ast: ASTNode): void {
  const call = ast.args as unknown as [string, ASTNode, ASTNode[]];
  const [name, receiver, [value, ...others]] = call;
  const space = receiver.op === 'id' ? String(receiver.args) : '';
  if (value && Object.hasOwn(NAMESPACED, space) && NAMESPACED[space]!.includes(name)) {
    call.splice(0, 3, `${space}_${name}`, value, others);
  } else if (Object.hasOwn(REPLACED, name)) {
    call[0] = REPLACED[name]!;
  }
}

/** The library's message with the names as the author wrote them. */
export function withWrittenNames(message: string): string {
  return message.replace(/\b\w+(?=\()/g, (name) => OURS.get(name) ?? name);
}
