/** What a capability may be given to look at. */
export type MediaKind = 'image' | 'video';

const MEDIA = Symbol.for('percept.media');
const WORDS: Record<MediaKind, string> = { image: 'picture', video: 'clip' };

/** Marks an input class: the mark outlives a second copy of this package, which `instanceof` does not. */
export function AcceptsMedia(kind: MediaKind): ClassDecorator {
  return (target) => void Object.defineProperty(target, MEDIA, { value: kind });
}

/** What an input class asks for, and the names that it may be passed under; undefined where it takes no media. */
export function acceptedMedia(
  input: object,
): { kind: MediaKind; word: string; fields: readonly [string, string, string] } | undefined {
  const kind = (input as Record<symbol, MediaKind | undefined>)[MEDIA];
  return kind && { kind, word: WORDS[kind], fields: [kind, `${kind}_url`, `${kind}_data`] };
}
