import { openObjectDetector } from '../detection';
import type { LoadedModel } from '../../runtime';
import type { FaceDetector } from '../../runtime';

/**
 * A detector of one look at the whole image, all of whose boxes are faces.
 * @throws Error as `openObjectDetector` does.
 */
export function openWholeImageFaces(model: LoadedModel) {
  const { runner, warm, close } = openObjectDetector({ ...model, manifest: { ...model.manifest, labels: ['face'] } });
  const faces: FaceDetector = {
    identity: model.identity,
    run: async (image, options) =>
      (await runner.run(image, options)).map(({ confidence, bounding_box }) => ({ confidence, bounding_box })),
  };
  return { runner: faces, warm, close };
}
