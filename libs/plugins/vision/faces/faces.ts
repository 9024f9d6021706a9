import { defineCapability } from '@percept/sdk';
import { FacesInput } from './faces-input';
import { FacesOutput } from './faces-output';
import { findFaces } from './find-faces';

export const faces = defineCapability({
  id: 'vision.faces',
  summary: 'Finds the faces in an image, with their expressions.',
  description:
    'Returns a box for each face, most confident first. Boxes are whole pixels of the upright image. ' +
    'It finds faces and does not recognize people.',
  input: FacesInput,
  output: FacesOutput,
  deterministic: true,
  tasks: ['face-detection', 'facial-expression'],
  examples: [{ image_url: 'https://example.com/team.jpg', min_confidence: 0.7, emotions: false }],

  async setup({ model }) {
    await model('face-detection');
    return async ({ image, model: name, min_confidence, emotions, landmarks }, { timer, used }) => {
      const detector = await model('face-detection', name);
      const reader = emotions ? await model('facial-expression') : undefined;
      const found = await findFaces([detector, reader], { image, minConfidence: min_confidence, landmarks, timer, used });
      const { width, height, format } = image.properties;
      return { faces: found, total_faces: found.length, image_properties: { width, height, format } };
    };
  },
});
