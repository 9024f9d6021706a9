import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openImage } from '../../libs/core/src/inference/media/images/open-image';
import { openModels } from '../../libs/core/src/inference/models/open-models';
import { prepareModels } from '../../libs/core/src/inference/models/registry/prepare';
import type { Evidence, SupportingBox } from '../../libs/core/src/inference/models/tasks/classification/evidence';

const ROOT = resolve(__dirname, '..', '..').replace(/\/dist$/, '');
const LIMITS = { maxBytes: 5e7, maxSide: 20_000 };

/** A line of the cache: the evidence of one image, maps as lists of pairs. */
interface Line {
  path: string;
  none: number;
  objects: [string, number][];
  headScenes: [string, number][];
  boxes: [string, SupportingBox][];
  scenes: [string, number][];
}

/** The classifier in the box gives its evidence beside its answer. */
interface EvidenceSource {
  evidence(image: unknown): Promise<Evidence>;
}

/**
 * What head and detector say of each image, by its path.
 * @param cache a file of JSON lines; what it lacks is computed and added.
 */
export async function evidenceOf(
  paths: readonly string[],
  { cache, say }: { cache: string; say: (line: string) => void },
): Promise<Map<string, Evidence>> {
  const lines = existsSync(cache) ? readFileSync(cache, 'utf8').trim().split('\n').filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as Line).map((line) => [line.path, line]));
  const missing = paths.filter((path) => !known.has(path));
  if (missing.length > 0) {
    const places = { modelsDir: join(ROOT, 'models'), dataDir: join(tmpdir(), 'percept-test-cache') };
    await prepareModels(places);
    const models = openModels(places);
    const source = (await models.get('image-classification')) as unknown as EvidenceSource;
    for (const [index, path] of missing.entries()) {
      const line = lineFrom(path, await source.evidence(await openImage(readFileSync(path), LIMITS)));
      appendFileSync(cache, `${JSON.stringify(line)}\n`);
      known.set(path, line);
      if (index % 200 === 0) say(`Looked at ${index} of ${missing.length} images …`);
    }
    await models.close();
  }
  return new Map(paths.map((path) => [path, evidenceFrom(known.get(path)!)]));
}

function lineFrom(path: string, { head, boxes, scenes }: Evidence): Line {
  return {
    path,
    none: head.none,
    objects: [...head.objects],
    headScenes: [...head.scenes],
    boxes: [...boxes],
    scenes: [...scenes],
  };
}

/** Without categories: those are the manifest's. */
function evidenceFrom({ none, objects, headScenes, boxes, scenes }: Line): Evidence {
  const head = { none, objects: new Map(objects), scenes: new Map(headScenes) };
  return { head, boxes: new Map(boxes), scenes: new Map(scenes), categories: new Map() };
}
