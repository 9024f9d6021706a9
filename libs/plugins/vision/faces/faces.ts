import { defineCapability, Alias, ImageInput } from '@percept/sdk';
import { FacesOutput } from './faces-output';
import { findFaces } from './find-faces';
import { IsBoolean, IsOptional, IsString, MinLength, JSONSchema, IsFraction } from '@percept/sdk/decorators';

class FacesInput extends ImageInput {
  @JSONSchema({ description: 'Only faces with at least this confidence.' })
  @IsFraction()
  min_confidence = 0.6;

  @Alias('min_confidence')
  confidence_threshold?: number;

  @JSONSchema({ description: 'Whether to estimate the expression of each face, which takes time.' })
  @IsBoolean()
  emotions = true;

  @JSONSchema({ description: 'Whether to answer the eyes, nose, mouth and ears of faces.' })
  @IsBoolean()
  landmarks = false;

  @JSONSchema({
    description: 'Name of a model for face-detection.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;
}

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
