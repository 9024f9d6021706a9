import type { Door, DoorRoute } from './door';

/** First segments of Percept's own paths; doors may not use them. */
const OWN = ['docs', 'health', 'hooks', 'mcp', 'metrics', 'schemas', 'v2', ''];

const pathsOf = ({ path }: DoorRoute): readonly string[] => [path].flat();

/** Percept's own paths have no colon in their second part, as Google's have, and answer no POST to `/`. */
function isOwn({ method }: DoorRoute, path: string): boolean {
  const [, first = '', second = ''] = path.split('/');
  if (path === '/') return method !== 'POST';
  return OWN.includes(first) && !(first === 'v2' && second.includes('::'));
}

/** Method and path, where all parameters look the same. */
const shapeOf = (method: string, path: string): string =>
  `${method} ${path
    .replace(/::/g, '\0')
    .replace(/:[^/]+/g, ':')
    .replace(/\0/g, '::')}`;

/** @throws Error for a path that is malformed, is Percept's own, or belongs to another door. */
export function checkPaths(door: Door, others: readonly Door[]): void {
  const taken = new Map<string, string>();
  for (const { name, routes } of others)
    for (const route of routes) for (const path of pathsOf(route)) taken.set(shapeOf(route.method, path), name);
  for (const route of door.routes) {
    for (const path of pathsOf(route)) {
      const first = path.split('/')[1] ?? '';
      if (!path.startsWith('/') || /^(:(?!:)|\*)/.test(first))
        throw new Error(`its door '${door.name}' has the path '${path}': begin it with / and a part that is not a parameter`);
      if (isOwn(route, path))
        throw new Error(`its door '${door.name}' has the path '${path}', which belongs to Percept: begin it with another part`);
      const shape = shapeOf(route.method, path);
      const owner = taken.get(shape);
      if (owner) throw new Error(`its door '${door.name}' has ${route.method} ${path}, which the door '${owner}' has already`);
      taken.set(shape, door.name);
    }
  }
}
