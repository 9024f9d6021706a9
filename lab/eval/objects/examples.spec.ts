import { EXAMPLES } from '../../drawings/examples';
import { examplePath } from '../../../test/harness/fixtures/images';
import { openDetector, type Detector } from './detector';

/** What `min_confidence` is when a caller leaves it out. */
const DEFAULT_CONFIDENCE = 0.6;

describe('the drawn examples', () => {
  let detector: Detector;
  beforeAll(async () => (detector = await openDetector()));
  afterAll(() => detector?.close());

  test.each(EXAMPLES)('$file shows the detector what it is meant to show', async ({ file, objects }) => {
    const claims = await detector.look(examplePath(file));
    const found = claims.filter(({ confidence }) => confidence >= DEFAULT_CONFIDENCE).map(({ label }) => label);
    expect(found.sort()).toEqual([...objects].sort());
  });
});
