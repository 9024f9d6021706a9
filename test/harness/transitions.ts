/** Notes the transitions of all objects of a class with states. @param prototype has `enter`, and its objects have a `state`. */
export function passed(prototype: object, table: Readonly<Record<string, readonly string[]>>) {
  const found = new Set<string>();
  const { enter } = prototype as { enter: (next: { is: string }) => void };
  jest.spyOn(prototype as { enter: typeof enter }, 'enter').mockImplementation(function (
    this: { state: { is: string } },
    next: { is: string },
  ) {
    found.add(`${this.state.is} → ${next.is}`);
    enter.call(this, next);
  });
  const all = Object.entries(table).flatMap(([from, next]) => next.map((to) => `${from} → ${to}`));
  return { seen: () => [...found].sort(), all: all.sort() };
}
