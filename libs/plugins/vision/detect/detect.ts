import { defineCapability, suggest, PerceptError } from '@percept/sdk';
import { roundConfidence } from '../confidence';
import { DetectInput } from './detect-input';
import { DetectOutput } from './detect-output';

const SHOWN_LABELS = 12;

export const detect = defineCapability({
  id: 'vision.detect',
  operation: 'detectObjects',
  summary: 'Finds the objects in an image and their bounding boxes.',
  description:
    'Returns a box for each object, in whole pixels of the upright image, most confident first. The confidence is ' +
    'calibrated: of all detections at 0.8, eight in ten are right.',
  input: DetectInput,
  output: DetectOutput,
  deterministic: true,
  tasks: ['object-detection'],
  examples: [{ image_url: 'https://example.com/street.jpg', min_confidence: 0.5, object_types: ['person', 'car'] }],

  async setup({ model }) {
    await model('object-detection');
    return async ({ image, model: name, min_confidence, object_types, detail }, { timer, used }) => {
      const detector = await model('object-detection', name);
      const wanted = object_types && new Set(object_types.map((name) => labelOf(name, detector.labels)));
      const found = await detector.run(image, { minConfidence: min_confidence, detail, timer });
      used(detector.identity);
      const detections = found
        .filter(({ label }) => !wanted || wanted.has(label))
        .map(({ label, confidence, bounding_box }) => ({
          object: label,
          confidence: roundConfidence(confidence),
          bounding_box,
        }));
      return { detections, total_objects: detections.length };
    };
  },
});

/** The model's label for a name, ignoring case. @throws PerceptError INVALID_REQUEST with the nearest label. */
function labelOf(name: string, labels: readonly string[]): string {
  const plain = name.trim().toLowerCase();
  const label = labels.find((each) => each.toLowerCase() === plain);
  if (label !== undefined) return label;
  const hint = suggest(plain, labels) || ` Known are ${labels.slice(0, SHOWN_LABELS).join(', ')} and others.`;
  throw PerceptError.invalid('object_types', `'${name.slice(0, 60)}' is not an object that the model knows.${hint}`);
}
