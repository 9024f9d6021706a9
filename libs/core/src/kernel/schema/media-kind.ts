/** The kinds of media that a capability may take. */
export type MediaKind = 'image' | 'video' | 'document';

const MEDIA = Symbol.for('percept.media');

/** Marks an input class. Unlike `instanceof`, the mark also works across two copies of this package. */
export function AcceptsMedia(kind: MediaKind): ClassDecorator {
  return (target) => void Object.defineProperty(target, MEDIA, { value: kind });
}

/** The kind of media that an input class takes, and the parameters that may carry it; undefined when it takes none. */
export function acceptedMedia(input: object): { kind: MediaKind; fields: readonly [string, string, string] } | undefined {
  const kind = (input as Record<symbol, MediaKind | undefined>)[MEDIA];
  return kind && { kind, fields: [kind, `${kind}_url`, `${kind}_data`] };
}
