import { defineCapability } from '@percept/sdk';
import { rounded } from './confidence';
import { ClassifyOutput } from './classification';
import { ClassifyInput } from './classify-input';

/** Fainter names are noise. */
const MIN_NEAREST = 0.1;
const MAX_NEAREST = 3;

export const classify = defineCapability({
  id: 'vision.classify',
  operation: 'classifyImage',
  summary: 'Names the objects and the scene that an image shows.',
  description:
    'Returns labels for the whole image, most likely first, each with its category. ' +
    'A wider label, such as `animal`, comes behind a more specific one. ' +
    'If few labels fit, the list is short or empty; then `nearest` says what came closest.',
  input: ClassifyInput,
  output: ClassifyOutput,
  deterministic: true,
  tasks: ['image-classification'],
  examples: [{ image_url: 'https://example.com/harbour.jpg', max_results: 5, confidence_threshold: 0.6 }],

  async setup({ model }) {
    await model('image-classification');
    return async ({ image, model: name, max_results, confidence_threshold }, { timer, used }) => {
      const classifier = await model('image-classification', name);
      const least = Math.min(confidence_threshold, MIN_NEAREST);
      const all = (await classifier.run(image, { minConfidence: least, timer })).map((each) => ({
        ...each,
        confidence: rounded(each.confidence),
      }));
      for (const identity of [classifier.identity, ...classifier.uses]) used(identity);
      const { width, height, format } = image.properties;
      const classifications = all.filter(({ confidence }) => confidence >= confidence_threshold).slice(0, max_results);
      const nearest = all.filter(({ confidence }) => confidence >= MIN_NEAREST).slice(0, MAX_NEAREST);
      return {
        classifications,
        ...(classifications.length === 0 && { nearest }),
        image_properties: { width, height, format },
      };
    };
  },
});
