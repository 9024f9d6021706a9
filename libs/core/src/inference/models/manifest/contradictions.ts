import { suggest } from '../../../kernel';
import type { Manifest } from './manifest';

/** Finds faults that no single field shows. */
export function contradictions(manifest: Manifest): string[] {
  const problems: string[] = [];
  const sources = [manifest.file, manifest.conversion, manifest.rewrite].filter((source) => source !== undefined);
  if (sources.length !== 1) problems.push("exactly one of 'file', 'conversion' and 'rewrite' must say where the weights are");
  const named = { 'calibration.labels': manifest.calibration?.labels, 'output.factors': manifest.output?.factors };
  for (const [field, labels = {}] of Object.entries(named))
    for (const label of Object.keys(labels).filter((each) => !manifest.labels.includes(each)))
      problems.push(`${field} names '${label}', which is not a label.${suggest(label, manifest.labels)}`.replace(/\.$/, ''));
  if (!Object.values(manifest.output?.factors ?? {}).every((factor) => factor > 0 && Number.isFinite(factor)))
    problems.push('output.factors must have a number above 0 for each label');
  for (const field of ['mean', 'std'] as const) {
    const { length } = manifest.input?.[field] ?? [0];
    if (length !== 1 && length !== 3) problems.push(`input.${field} must have one number, or one for each of the three channels`);
  }
  if (manifest.task === 'text-classification' && manifest.trunk === undefined && manifest.tokens === undefined)
    problems.push(
      "'trunk' must name the model for text-embedding whose vectors the network reads, or 'tokens' the files of a tokenizer",
    );
  if (manifest.task === 'token-classification' && manifest.tokens === undefined)
    problems.push("'tokens' must name the files of a tokenizer");
  if (manifest.texts && (manifest.task !== 'image-embedding' || !manifest.tokens))
    problems.push("'texts' goes with 'task: image-embedding' and with 'tokens', the files of a tokenizer");
  if (manifest.input?.resize === 'centre' && !((manifest.input.short_side ?? 0) >= manifest.input.size))
    problems.push('input.short_side must say how many pixels the short side has of which input.size is the middle');
  return [...problems, ...classifierContradictions(manifest)];
}

function classifierContradictions({
  trunk,
  region,
  input,
  answer,
  output,
  labels,
  parents,
  scenes,
  presence,
  categories,
}: Manifest): string[] {
  const problems: string[] = [];
  const isHead = output?.decoder === 'head';
  if (isHead && trunk === undefined) problems.push("'trunk' must name the model whose features 'output.decoder: head' reads");
  if (trunk !== undefined && input !== undefined)
    problems.push("'trunk' and 'input' exclude each other: the trunk takes the image");
  if (trunk === undefined && region !== undefined) problems.push("'region' needs a 'trunk'");
  if (region && (region[0]! + region[2]! > 1 || region[1]! + region[3]! > 1 || region[2] === 0 || region[3] === 0))
    problems.push('region must lie inside the image and have a size');
  if (isHead !== (answer !== undefined)) problems.push("'answer' and 'output.decoder: head' go together");
  if (!presence && scenes.some((scene) => Object.keys({ ...scene.objects, ...scene.against }).length > 0)) {
    problems.push("scenes name objects, so 'presence' must say which detector finds them");
  }
  const wider = new Set(Object.values(parents));
  for (const [index, scene] of scenes.entries()) {
    const strangers = Object.keys(scene.head).filter((label) => !labels.includes(label) && !wider.has(label));
    problems.push(...strangers.map((label) => `scenes[${index}].head names '${label}', which is not a label`));
  }
  const listed = Object.values(categories).flat();
  const twice = listed.filter((label, index) => listed.indexOf(label) !== index);
  return [...problems, ...twice.map((label) => `categories names '${label}' twice`)];
}
