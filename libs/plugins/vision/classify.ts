import { defineCapability } from '@percept/sdk';
import { rounded } from './confidence';
import { ClassifyOutput } from './classification';
import { ClassifyInput } from './classify-input';

export const classify = defineCapability({
  id: 'vision.classify',
  summary: 'Names the objects and the scene that an image shows.',
  description:
    'Answers with labels for the picture as a whole, most likely first, each with its category. ' +
    'A picture that fits no label gets a short or an empty list.',
  input: ClassifyInput,
  output: ClassifyOutput,
  deterministic: true,
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
