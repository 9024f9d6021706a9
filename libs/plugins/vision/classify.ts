import { defineCapability } from '@percept/sdk';
import { rounded } from './confidence';
import { ClassifyOutput } from './classification';
import { ClassifyInput } from './classify-input';

export const classify = defineCapability({
  id: 'vision.classify',
  operation: 'classifyImage',
  summary: 'Names the objects and the scene that an image shows.',
  description:
    'Returns labels for the whole image, most likely first, each with its category. ' +
    'If few labels fit, the list is short or empty.',
  input: ClassifyInput,
  output: ClassifyOutput,
  deterministic: true,
  tasks: ['image-classification'],
  examples: [{ image_url: 'https://example.com/harbour.jpg', max_results: 5, confidence_threshold: 0.6 }],

  async setup({ model }) {
    await model('image-classification');
    return async ({ image, model: name, max_results, confidence_threshold }, { timer, used }) => {
      const classifier = await model('image-classification', name);
      const found = await classifier.run(image, { minConfidence: confidence_threshold, timer });
      for (const identity of [classifier.identity, ...classifier.uses]) used(identity);
      const { width, height, format } = image.properties;
      const classifications = found.slice(0, max_results).map((each) => ({ ...each, confidence: rounded(each.confidence) }));
      return { classifications, image_properties: { width, height, format } };
    };
  },
});
